package main

import (
	"errors"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/mnema/mnema/sdks/go"
)

// classes are the names that the cases have for the sentinels. The first that matches counts.
var classes = []struct {
	sentinel error
	name     string
}{
	{mnema.ErrPlanLimit, "PlanLimitError"},
	{mnema.ErrSensitiveContent, "SensitiveContentError"},
	{mnema.ErrQuotaExceeded, "QuotaExceededError"},
	{mnema.ErrBadRequest, "BadRequestError"},
	{mnema.ErrAuthentication, "AuthenticationError"},
	{mnema.ErrPermissionDenied, "PermissionDeniedError"},
	{mnema.ErrNotFound, "NotFoundError"},
	{mnema.ErrConflict, "ConflictError"},
	{mnema.ErrPreconditionFailed, "PreconditionFailedError"},
	{mnema.ErrPayloadTooLarge, "PayloadTooLargeError"},
	{mnema.ErrRateLimit, "RateLimitError"},
	{mnema.ErrServiceUnavailable, "ServiceUnavailableError"},
	{mnema.ErrInternalServer, "InternalServerError"},
	{mnema.ErrAPI, "APIError"},
	{mnema.ErrAPITimeout, "APITimeoutError"},
	{mnema.ErrIncompleteExport, "IncompleteExportError"},
	{mnema.ErrAPIConnection, "APIConnectionError"},
	{mnema.ErrAPIAbort, "APIAbortError"},
	{mnema.ErrMemoryFailed, "MemoryFailedError"},
	{mnema.ErrWaitTimeout, "WaitTimeoutError"},
	{mnema.ErrConfiguration, "MnemaError"},
	{mnema.ErrInvalidArgument, "MnemaError"},
}

// describe writes an error in the common form; missing parts are null.
func describe(err error) map[string]any {
	var failure *mnema.Error
	if !errors.As(err, &failure) {
		return map[string]any{"class": "not an error of the SDK: " + err.Error()}
	}
	description := map[string]any{
		"class":       classOf(failure),
		"status":      unlessZero(failure.Status),
		"code":        unlessZero(failure.Code),
		"detail":      unlessZero(failure.Detail),
		"errors":      nil,
		"request_id":  unlessZero(failure.RequestID),
		"retry_after": unlessZero(failure.RetryAfter.Seconds()),
		"attempts":    failure.Attempts,
		"batch":       nil,
		"matched":     unlessZero(failure.Matched),
		"imported":    nil,
	}
	if failure.Errors != nil {
		description["errors"] = toWire(failure.Errors)
	}
	if failure.RetryAfter == 0 && statesZero(failure.Header.Get("Retry-After")) {
		description["retry_after"] = 0
	}
	return description
}

// statesZero distinguishes a stated wait of 0, or a date in the past, from no statement.
func statesZero(retryAfter string) bool {
	_, err := http.ParseTime(retryAfter)
	return retryAfter == "0" || err == nil
}

func classOf(failure *mnema.Error) string {
	for _, class := range classes {
		if errors.Is(failure, class.sentinel) {
			return class.name
		}
	}
	return "no known class: " + failure.Error()
}

func unlessZero[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

// toWire writes a response with the names of the wire, and times with milliseconds, as the server does.
func toWire(value any) any {
	return wireValue(reflect.ValueOf(value))
}

func wireValue(value reflect.Value) any {
	switch value.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return nil
		}
		return wireValue(value.Elem())
	case reflect.Struct:
		if moment, ok := value.Interface().(time.Time); ok {
			return moment.Format("2006-01-02T15:04:05.000Z07:00")
		}
		return wireObject(value)
	case reflect.Slice:
		if value.IsNil() {
			return nil
		}
		items := make([]any, value.Len())
		for index := range items {
			items[index] = wireValue(value.Index(index))
		}
		return items
	case reflect.Map:
		if value.IsNil() {
			return nil
		}
		object := make(map[string]any, value.Len())
		for _, key := range value.MapKeys() {
			object[key.String()] = wireValue(value.MapIndex(key))
		}
		return object
	case reflect.String:
		return value.String()
	}
	return value.Interface()
}

func wireObject(value reflect.Value) map[string]any {
	object := map[string]any{}
	for index := range value.NumField() {
		name, option, _ := strings.Cut(value.Type().Field(index).Tag.Get("json"), ",")
		if option == "omitempty" && value.Field(index).IsZero() {
			continue
		}
		if option == "omitzero" && value.Field(index).IsZero() {
			object[name] = nil
			continue
		}
		object[name] = wireValue(value.Field(index))
	}
	return object
}
