package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/mnema/mnema/sdks/go"
)

// invocation is one call of a method.
type invocation struct {
	ctx     context.Context
	client  *mnema.Client
	id      string
	args    map[string]any
	step    step
	options []mnema.Option
}

// calls maps a step's call to the method.
var calls = map[string]func(invocation) (any, error){
	"construct": func(invocation) (any, error) { return nil, nil },

	"add": with(func(i invocation, params mnema.AddParams) (any, error) {
		return i.client.Add(i.ctx, params, i.options...)
	}),
	"search": with(func(i invocation, params mnema.SearchParams) (any, error) {
		return i.client.Search(i.ctx, params, i.options...)
	}),
	"get": func(i invocation) (any, error) { return i.client.Get(i.ctx, i.id, i.options...) },
	"list": with(func(i invocation, params mnema.ListParams) (any, error) {
		return i.client.List(i.ctx, params, i.options...)
	}),
	"list_all": with(func(i invocation, params mnema.ListParams) (any, error) {
		return collect(i.client.All(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"update": with(func(i invocation, params mnema.UpdateParams) (any, error) {
		if i.step.Options.Return == "minimal" {
			return nil, i.client.UpdateMinimal(i.ctx, i.id, params, i.options...)
		}
		return i.client.Update(i.ctx, i.id, params, i.options...)
	}),
	"delete": func(i invocation) (any, error) { return i.client.Delete(i.ctx, i.id, i.options...) },
	"retry":  func(i invocation) (any, error) { return i.client.Retry(i.ctx, i.id, i.options...) },
	"wait":   wait,
	"profile": with(func(i invocation, params mnema.ProfileParams) (any, error) {
		return i.client.Profile(i.ctx, params, i.options...)
	}),
	"usage": func(i invocation) (any, error) { return i.client.Usage(i.ctx, i.options...) },

	"requests.list": with(func(i invocation, params mnema.RequestListParams) (any, error) {
		return i.client.Requests.List(i.ctx, params, i.options...)
	}),
	"requests.list_all": with(func(i invocation, params mnema.RequestListParams) (any, error) {
		return collect(i.client.Requests.All(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"requests.stats": with(func(i invocation, params mnema.RequestStatsParams) (any, error) {
		return i.client.Requests.Stats(i.ctx, params, i.options...)
	}),

	"api_keys.create": with(func(i invocation, params mnema.CreateAPIKeyParams) (any, error) {
		return i.client.APIKeys.Create(i.ctx, params, i.options...)
	}),
	"api_keys.list": with(func(i invocation, params mnema.APIKeyListParams) (any, error) {
		return i.client.APIKeys.List(i.ctx, params, i.options...)
	}),
	"api_keys.list_all": with(func(i invocation, params mnema.APIKeyListParams) (any, error) {
		return collect(i.client.APIKeys.All(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"api_keys.revoke": func(i invocation) (any, error) {
		return i.client.APIKeys.Revoke(i.ctx, i.id, i.options...)
	},

	"auth.register": with(func(i invocation, params mnema.RegisterParams) (any, error) {
		return i.client.Auth.Register(i.ctx, params, i.options...)
	}),
	"auth.login": with(func(i invocation, params mnema.LoginParams) (any, error) {
		return i.client.Auth.Login(i.ctx, params, i.options...)
	}),
	"auth.me":     func(i invocation) (any, error) { return i.client.Auth.Me(i.ctx, i.options...) },
	"auth.logout": func(i invocation) (any, error) { return nil, i.client.Auth.Logout(i.ctx, i.options...) },
	"auth.password": with(func(i invocation, params mnema.PasswordParams) (any, error) {
		return nil, i.client.Auth.Password(i.ctx, params, i.options...)
	}),
}

func carryOut(client *mnema.Client, step step, names *variables) outcome {
	method, ok := calls[step.Call]
	if !ok {
		return outcome{"error": describe(fmt.Errorf("this SDK has no call %s: add it to sdks/go/conformance/calls.go", step.Call))}
	}
	args, _ := names.resolve(step.Args).(map[string]any)
	ctx, cancel := contextOf(step.Options)
	defer cancel()
	value, err := method(invocation{
		ctx: ctx, client: client, id: takeID(args), args: args, step: step, options: optionsOf(step, names),
	})
	if err != nil {
		return outcome{"error": describe(err)}
	}
	return outcome{"value": toWire(value)}
}

// takeID removes the method's first argument from args.
func takeID(args map[string]any) string {
	for _, name := range []string{"memory_id", "key_id"} {
		if id, ok := args[name].(string); ok {
			if name == "memory_id" {
				delete(args, name)
			}
			return id
		}
	}
	return ""
}

func contextOf(options stepOptions) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	switch {
	case options.AbortAfterMS == nil:
	case *options.AbortAfterMS == 0:
		cancel()
	default:
		time.AfterFunc(milliseconds(*options.AbortAfterMS), cancel)
	}
	return ctx, cancel
}

func optionsOf(step step, names *variables) []mnema.Option {
	given := step.Options
	options := headerOptions(given.Headers, names)
	if given.IdempotencyKey != nil {
		options = append(options, mnema.WithIdempotencyKey(fmt.Sprint(names.resolve(given.IdempotencyKey))))
	}
	if given.TimeoutMS != nil && step.Call != "wait" {
		options = append(options, mnema.WithTimeout(milliseconds(*given.TimeoutMS)))
	}
	if given.MaxRetries != nil {
		options = append(options, mnema.WithMaxRetries(*given.MaxRetries))
	}
	if given.WaitSeconds != nil {
		options = append(options, mnema.WithWaitSeconds(*given.WaitSeconds))
	}
	return options
}

func wait(i invocation) (any, error) {
	var params mnema.WaitParams
	if given := i.step.Options.TimeoutMS; given != nil {
		params.Timeout = milliseconds(*given)
	}
	return i.client.Wait(i.ctx, i.id, params, i.options...)
}

// with reads the arguments into the method's params. Params that are sent as a query have no JSON names, so user_id is
// UserID there. encoding/json finds it without the underscores.
func with[P any](call func(invocation, P) (any, error)) func(invocation) (any, error) {
	return func(i invocation) (any, error) {
		var params P
		args := i.args
		switch any(params).(type) {
		case mnema.ListParams, mnema.ProfileParams, mnema.RequestListParams, mnema.RequestStatsParams,
			mnema.APIKeyListParams:
			args = map[string]any{}
			for name, value := range i.args {
				args[strings.ReplaceAll(name, "_", "")] = value
			}
		default:
			delete(args, "key_id")
		}
		content, err := json.Marshal(args)
		if err != nil {
			return nil, err
		}
		decoder := json.NewDecoder(strings.NewReader(string(content)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&params); err != nil {
			return nil, fmt.Errorf("the arguments do not fit %T: %w", params, err)
		}
		return call(i, params)
	}
}

// collect reads a sequence, only its first items when take is not 0.
func collect[T any](items iter.Seq2[*T, error], take int) (any, error) {
	collected := []*T{}
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		collected = append(collected, item)
		if len(collected) == take {
			break
		}
	}
	return map[string]any{"items": collected}, nil
}
