package mnema

import "time"

// Expiry is the end of a memory in [UpdateParams]. Its zero value changes nothing.
type Expiry struct {
	at    time.Time
	never bool
}

// ExpireAt ends a memory at a time in the future.
func ExpireAt(at time.Time) Expiry {
	return Expiry{at: at}
}

// ExpireNever lets a memory stay that was to end.
func ExpireNever() Expiry {
	return Expiry{never: true}
}

// MarshalJSON writes the time, or null for [ExpireNever].
func (e Expiry) MarshalJSON() ([]byte, error) {
	if e.never {
		return []byte("null"), nil
	}
	return e.at.MarshalJSON()
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Expiry) UnmarshalJSON(content []byte) error {
	*e = Expiry{never: string(content) == "null"}
	return e.at.UnmarshalJSON(content)
}
