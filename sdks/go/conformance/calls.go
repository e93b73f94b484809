package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
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

// specialCalls are the calls whose arguments and result are not those of one method; methodCall makes all others.
var specialCalls = map[string]func(invocation) (any, error){
	"construct": func(invocation) (any, error) { return nil, nil },
	"add_many": with(func(i invocation, params manyParams) (any, error) {
		return i.client.AddMany(i.ctx, params.Memories, i.options...)
	}),
	"get": with(func(i invocation, params getParams) (any, error) {
		if !params.AsOf.IsZero() {
			return i.client.GetAsOf(i.ctx, i.id, params.AsOf, i.options...)
		}
		return i.client.Get(i.ctx, i.id, i.options...)
	}),
	"update": with(func(i invocation, params mnema.UpdateParams) (any, error) {
		if i.step.Options.Return == "minimal" {
			return nil, i.client.UpdateMinimal(i.ctx, i.id, params, i.options...)
		}
		return i.client.Update(i.ctx, i.id, params, i.options...)
	}),
	"export": with(func(i invocation, params mnema.ExportParams) (any, error) {
		return collect(documents(i.client.Export(i.ctx, params, i.options...)), i.step.Options.Take)
	}),
	"import_memories": importMemories,
	"restore": with(func(i invocation, params restoreParams) (any, error) {
		if i.step.Options.Return == "minimal" {
			return nil, i.client.RestoreMinimal(i.ctx, i.id, params.Version, i.options...)
		}
		return i.client.Restore(i.ctx, i.id, params.Version, i.options...)
	}),
	"wait": wait,
}

// manyParams are the arguments of add_many.
type manyParams struct {
	Memories []mnema.AddParams `json:"memories"`
}

// getParams and restoreParams are arguments that the methods take one by one.
type (
	getParams     struct{ AsOf time.Time }
	restoreParams struct{ Version int }
)

func carryOut(client *mnema.Client, step step, names *variables) outcome {
	call, ok := specialCalls[step.Call]
	if !ok {
		call = methodCall
	}
	args, _ := names.resolve(step.Args).(map[string]any)
	ctx, cancel := contextOf(step.Options)
	defer cancel()
	value, err := call(invocation{
		ctx: ctx, client: inScope(client, step.Options.Scope, names), args: args, step: step, options: optionsOf(step, names),
	})
	if err == nil {
		return outcome{"value": toWire(value)}
	}
	description := describe(err)
	switch done := value.(type) {
	case *mnema.AddManyResult:
		description["batch"] = toWire(done)
	case *mnema.ImportResult:
		description["imported"] = toWire(done)
	}
	return outcome{"error": description}
}

// inScope makes the client of a step that has the option scope.
func inScope(client *mnema.Client, given scopeFields, names *variables) *mnema.Client {
	if given.UserID != nil {
		client = client.ForUser(fmt.Sprint(names.resolve(given.UserID)))
	}
	if given.AgentID != nil {
		client = client.ForAgent(fmt.Sprint(names.resolve(given.AgentID)))
	}
	if given.RunID != nil {
		client = client.ForRun(fmt.Sprint(names.resolve(given.RunID)))
	}
	return client
}

// takeID removes the first id from args. The caller knows that the method takes one: the key_id of a list of requests is
// a field of its params.
func takeID(args map[string]any) string {
	for _, name := range []string{"memory_id", "key_id", "session_id", "deletion_id", "webhook_id", "delivery_id"} {
		if id, ok := args[name].(string); ok {
			delete(args, name)
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
	if given.IfVersion != nil {
		options = append(options, mnema.WithIfVersion(*given.IfVersion))
	}
	if given.WaitSeconds != nil {
		options = append(options, mnema.WithWaitSeconds(*given.WaitSeconds))
	}
	return options
}

// importMemories joins the lines, which are objects or texts.
func importMemories(i invocation) (any, error) {
	var lines []string
	given, _ := i.args["lines"].([]any)
	for _, line := range given {
		text, ok := line.(string)
		if !ok {
			content, err := json.Marshal(line)
			if err != nil {
				return nil, err
			}
			text = string(content)
		}
		lines = append(lines, text)
	}
	return i.client.ImportMemories(i.ctx, strings.NewReader(strings.Join(lines, "\n")), i.options...)
}

func wait(i invocation) (any, error) {
	i.id = takeID(i.args)
	var params mnema.WaitParams
	if given := i.step.Options.TimeoutMS; given != nil {
		params.Timeout = milliseconds(*given)
	}
	return i.client.Wait(i.ctx, i.id, params, i.options...)
}

// with makes a special call from a function of the method's params. Its first argument is the id, if args have one.
func with[P any](call func(invocation, P) (any, error)) func(invocation) (any, error) {
	return func(i invocation) (any, error) {
		var params P
		i.id = takeID(i.args)
		if err := readParams(i.args, &params); err != nil {
			return nil, err
		}
		return call(i, params)
	}
}

// readParams reads the arguments into the method's params. Params that are sent as a query have no JSON names, so
// user_id is UserID there. encoding/json finds it without the underscores.
func readParams(args map[string]any, params any) error {
	if kind := reflect.TypeOf(params).Elem(); kind.NumField() > 0 && kind.Field(0).Tag.Get("json") == "" {
		plain := map[string]any{}
		for name, value := range args {
			plain[strings.ReplaceAll(name, "_", "")] = asTime(value)
		}
		args = plain
	}
	content, err := json.Marshal(args)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(strings.NewReader(string(content)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(params); err != nil {
		return fmt.Errorf("the arguments do not fit %T: %w", params, err)
	}
	return nil
}

// asTime replaces a day with its first moment, because params have times.
func asTime(value any) any {
	text, _ := value.(string)
	if len(text) != len(time.DateOnly) || strings.Trim(text, "0123456789-") != "" {
		return value
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return value
	}
	return day
}

// documents reads each memory of an export from its JSON, which is the line of the server.
func documents(memories iter.Seq2[mnema.ExportedLine, error]) iter.Seq2[map[string]any, error] {
	return func(yield func(map[string]any, error) bool) {
		for memory, err := range memories {
			var document map[string]any
			if err == nil {
				var line []byte
				if line, err = json.Marshal(memory); err == nil {
					err = json.Unmarshal(line, &document)
				}
			}
			if !yield(document, err) {
				return
			}
		}
	}
}

// collect reads a sequence, only its first items when take is not 0.
func collect[T any](items iter.Seq2[T, error], take int) (any, error) {
	collected := []T{}
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
