package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lengthwise/internal/app"
)

// figures are what Prometheus is told.
type figures struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
	panics   prometheus.Counter
}

func newFigures(plans *app.Plans) *figures {
	f := &figures{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lengthwise_http_requests_total", Help: "Requests answered.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lengthwise_http_request_seconds", Help: "How long requests took.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lengthwise_http_requests_in_flight", Help: "Requests being answered.",
		}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lengthwise_http_panics_total", Help: "Handlers that panicked.",
		}),
	}
	f.registry.MustRegister(f.requests, f.seconds, f.inFlight, f.panics, buildInfo{plans},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return f
}

// A buildInfo says what runs. The catalog may become another one while it does.
type buildInfo struct{ plans *app.Plans }

var buildDesc = prometheus.NewDesc("lengthwise_build_info", "1, with the version of program and catalog.", []string{"version", "catalog"}, nil)

// Describe is for the registry.
func (buildInfo) Describe(to chan<- *prometheus.Desc) { to <- buildDesc }

// Collect is for the registry.
func (b buildInfo) Collect(to chan<- prometheus.Metric) {
	a := b.plans.App()
	to <- prometheus.MustNewConstMetric(buildDesc, prometheus.GaugeValue, 1, a.Version(), a.CatalogRevision())
}

// count counts one answer. Methods nobody knows are one.
func (f *figures) count(route, method string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default:
		method = "other"
	}
	f.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	f.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (f *figures) handler() http.Handler {
	return promhttp.HandlerFor(f.registry, promhttp.HandlerOpts{DisableCompression: true, MaxRequestsInFlight: 4})
}
