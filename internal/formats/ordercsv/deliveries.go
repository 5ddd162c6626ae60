package ordercsv

import (
	"io"
	"iter"
	"slices"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
)

var deliveryHeader = append([]string{"delivery"}, header...)

// A DeliveryRow is a line of an order that is divided for split deliveries.
// Delivery is the rack, group or fabric, empty for what belongs to none, and
// "spares" for the spares, which are worked out on the whole order.
type DeliveryRow struct {
	Delivery string
	Row
}

// sparesDelivery is the delivery of the spares.
const sparesDelivery = "spares"

// DeliveryRows are the rows of an order divided by fabric, rack or group:
// with incomplete first the groups of links without a cable, then delivery by
// delivery the rows that need a decision and the others.
func DeliveryRows(r *planner.Result, incomplete bool, by string) (iter.Seq[DeliveryRow], error) {
	deliveries, err := r.Deliveries(by)
	if err != nil {
		return nil, err
	}
	var rows []DeliveryRow
	if incomplete {
		for i := range r.Missing {
			rows = append(rows, DeliveryRow{Row: missing(&r.Missing[i])})
		}
	}
	for _, d := range deliveries {
		name := d.Name
		if d.Spares {
			name = sparesDelivery
		}
		for _, decide := range []bool{true, false} {
			for i := range d.Rows {
				if b := &d.Rows[i]; len(b.Attention) > 0 == decide {
					rows = append(rows, DeliveryRow{name, rowOf(b)})
				}
			}
		}
	}
	return slices.Values(rows), nil
}

// WriteDeliveries writes a table of the given rows.
func WriteDeliveries(w io.Writer, rows iter.Seq[DeliveryRow], o csvtext.Options) error {
	return csvtext.Write(w, deliveryHeader, rows, o, func(w *csvtext.Writer, row *DeliveryRow) {
		w.Text(row.Delivery)
		writeRow(w, &row.Row)
	})
}

// DecodeDeliveries reads what WriteDeliveries wrote, in any delimiter. Errors
// name the line.
func DecodeDeliveries(r io.Reader, o csvtext.Options) ([]DeliveryRow, error) {
	return csvtext.Read(r, deliveryHeader, o, func(r *csvtext.Reader) DeliveryRow {
		return DeliveryRow{Delivery: r.Text(), Row: readRow(r)}
	})
}
