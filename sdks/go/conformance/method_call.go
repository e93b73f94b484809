package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/mnema/mnema/sdks/go"
)

var (
	contextType = reflect.TypeFor[context.Context]()
	optionsType = reflect.TypeFor[[]mnema.Option]()
	errorType   = reflect.TypeFor[error]()
)

// methodCall calls the method that has the name of the step's call, such as APIKeys.Create for api_keys.create. A call
// that ends in _all reads all pages. The args are the ids that the method takes one by one, and the fields of its params.
func methodCall(i invocation) (any, error) {
	method, ok := findMethod(i.client, i.step.Call)
	if !ok {
		return nil, fmt.Errorf("this SDK has no call %s", i.step.Call)
	}
	in, err := argumentsOf(method.Type(), i)
	if err != nil {
		return nil, err
	}
	out := method.CallSlice(in)
	last := out[len(out)-1]
	if last.Kind() == reflect.Func {
		return collectValues(last, i.step.Options.Take)
	}
	var value any
	if len(out) == 2 {
		value = out[0].Interface()
	}
	err, _ = last.Interface().(error)
	return value, err
}

func findMethod(client *mnema.Client, call string) (reflect.Value, bool) {
	name, isAll := strings.CutSuffix(call, "_all")
	if isAll {
		name += "AutoPaging"
	}
	receiver := reflect.ValueOf(client)
	if service, method, ok := strings.Cut(name, "."); ok {
		field := receiver.Elem().FieldByNameFunc(func(field string) bool { return isNamed(field, service) })
		if !field.IsValid() || !field.CanInterface() {
			return reflect.Value{}, false
		}
		receiver, name = field, method
	}
	for index := range receiver.NumMethod() {
		if isNamed(receiver.Type().Method(index).Name, name) {
			return receiver.Method(index), true
		}
	}
	return reflect.Value{}, false
}

// isNamed reports whether a name of this SDK stands for a name of the cases, such as APIKeys for api_keys.
func isNamed(name, wire string) bool {
	return strings.EqualFold(name, strings.ReplaceAll(wire, "_", ""))
}

func argumentsOf(method reflect.Type, i invocation) ([]reflect.Value, error) {
	var in []reflect.Value
	takesParams := false
	for index := range method.NumIn() {
		switch kind := method.In(index); {
		case kind == contextType:
			in = append(in, reflect.ValueOf(i.ctx))
		case kind == optionsType:
			in = append(in, reflect.ValueOf(i.options))
		case kind.Kind() == reflect.String:
			in = append(in, reflect.ValueOf(takeID(i.args)))
		case kind.Kind() == reflect.Struct:
			params := reflect.New(kind)
			if err := readParams(i.args, params.Interface()); err != nil {
				return nil, err
			}
			in = append(in, params.Elem())
			takesParams = true
		default:
			return nil, fmt.Errorf("%s takes a %s: add it to specialCalls in sdks/go/conformance/calls.go", i.step.Call, kind)
		}
	}
	if len(i.args) > 0 && !takesParams {
		return nil, fmt.Errorf("%s takes none of the arguments %v", i.step.Call, i.args)
	}
	return in, nil
}

// collectValues reads an iter.Seq2 of items and errors, only its first items when take is not 0.
func collectValues(sequence reflect.Value, take int) (any, error) {
	if sequence.Type().NumIn() != 1 || sequence.Type().In(0).In(1) != errorType {
		return nil, errors.New("the method returns a function that is no sequence of items and errors")
	}
	collected := []any{}
	for item, failure := range sequence.Seq2() {
		if err, _ := failure.Interface().(error); err != nil {
			return nil, err
		}
		collected = append(collected, item.Interface())
		if len(collected) == take {
			break
		}
	}
	return map[string]any{"items": collected}, nil
}
