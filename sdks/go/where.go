package mnema

// Where has conditions on metadata, at most 50 in all. Every group that is set must hold.
type Where struct {
	// All is the group of which every condition must hold.
	All []Condition `json:"all,omitzero"`
	// Any is the group of which at least one condition must hold.
	Any []Condition `json:"any,omitzero"`
	// None is the group of which no condition may hold.
	None []Condition `json:"none,omitzero"`
}

// Condition is a condition on one metadata key. A memory without the key meets only [ConditionNe], [ConditionNotIn], and
// [ConditionExists] with false.
type Condition struct {
	// Key is the metadata key; it is literal.
	Key string `json:"key"`
	// Op is the comparison.
	Op ConditionOp `json:"op"`
	// Value is a string, a number, a bool or nil; for [ConditionIn] and [ConditionNotIn] a slice of these.
	Value any `json:"value"`
}

// ConditionOp is the comparison of a condition.
type ConditionOp string

// The comparisons of a condition. Eq, Ne, In and NotIn compare exactly; Gt, Gte, Lt and Lte compare numbers, strings and
// times. Contains finds a part of a string or an element of an array; Exists is about the key itself.
const (
	ConditionEq       ConditionOp = "eq"
	ConditionNe       ConditionOp = "ne"
	ConditionGt       ConditionOp = "gt"
	ConditionGte      ConditionOp = "gte"
	ConditionLt       ConditionOp = "lt"
	ConditionLte      ConditionOp = "lte"
	ConditionIn       ConditionOp = "in"
	ConditionNotIn    ConditionOp = "not_in"
	ConditionExists   ConditionOp = "exists"
	ConditionContains ConditionOp = "contains"
)
