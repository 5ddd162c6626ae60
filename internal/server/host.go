package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Hosts are the names this server answers to. A page of another site whose name
// was made to point here (DNS rebinding) sends its own name, and is refused.
type Hosts struct {
	Names     []string // beside localhost, 127.0.0.1 and [::1]
	Addresses bool     // any address too: a name can be made to point here, an address cannot
}

// answers reports whether a Host header is one of ours, whatever its port.
func (h Hosts) answers(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	name = strings.TrimSuffix(strings.ToLower(strings.Trim(name, "[]")), ".")
	switch name {
	case "localhost", "127.0.0.1", "::1":
		return true
	}
	for _, n := range h.Names {
		if strings.EqualFold(name, strings.Trim(n, "[]")) {
			return true
		}
	}
	if h.Addresses {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	return false
}

// hosts refuses requests for other names.
func (s *Server) hosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.opt.Hosts.answers(r.Host) {
			s.refuse(w, r, http.StatusMisdirectedRequest, "this server does not answer to the name "+quoted(r.Host)+
				"; ask for localhost or 127.0.0.1, or start it with --hosts and the name")
			return
		}
		next.ServeHTTP(w, r)
	})
}
