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
	"add_many": with(func(i invocation, params manyParams) (any, error) {
		return i.client.AddMany(i.ctx, params.Memories, i.options...)
	}),
	"search": with(func(i invocation, params mnema.SearchParams) (any, error) {
		return i.client.Search(i.ctx, params, i.options...)
	}),
	"similar": with(func(i invocation, params mnema.SimilarParams) (any, error) {
		return i.client.Similar(i.ctx, i.id, params, i.options...)
	}),
	"get": with(func(i invocation, params getParams) (any, error) {
		if !params.AsOf.IsZero() {
			return i.client.GetAsOf(i.ctx, i.id, params.AsOf, i.options...)
		}
		return i.client.Get(i.ctx, i.id, i.options...)
	}),
	"list": with(func(i invocation, params mnema.ListParams) (any, error) {
		return i.client.List(i.ctx, params, i.options...)
	}),
	"list_all": with(func(i invocation, params mnema.ListParams) (any, error) {
		return collect(i.client.ListAutoPaging(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"update": with(func(i invocation, params mnema.UpdateParams) (any, error) {
		if i.step.Options.Return == "minimal" {
			return nil, i.client.UpdateMinimal(i.ctx, i.id, params, i.options...)
		}
		return i.client.Update(i.ctx, i.id, params, i.options...)
	}),
	"delete": func(i invocation) (any, error) { return i.client.Delete(i.ctx, i.id, i.options...) },
	"forget": with(func(i invocation, params mnema.ForgetParams) (any, error) {
		return i.client.Forget(i.ctx, params, i.options...)
	}),
	"deletions.list": with(func(i invocation, params mnema.DeletionListParams) (any, error) {
		return i.client.Deletions.List(i.ctx, params, i.options...)
	}),
	"deletions.list_all": with(func(i invocation, params mnema.DeletionListParams) (any, error) {
		return collect(i.client.Deletions.ListAutoPaging(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"deletions.get": func(i invocation) (any, error) { return i.client.Deletions.Get(i.ctx, i.id, i.options...) },
	"export": with(func(i invocation, params mnema.ExportParams) (any, error) {
		return collect(documents(i.client.Export(i.ctx, params, i.options...)), i.step.Options.Take)
	}),
	"import_memories": importMemories,
	"versions": with(func(i invocation, params mnema.VersionListParams) (any, error) {
		return i.client.Versions(i.ctx, i.id, params, i.options...)
	}),
	"versions_all": with(func(i invocation, params mnema.VersionListParams) (any, error) {
		return collect(i.client.VersionsAutoPaging(i.ctx, i.id, params, i.options...), i.step.Options.Take)
	}),
	"restore": with(func(i invocation, params restoreParams) (any, error) {
		if i.step.Options.Return == "minimal" {
			return nil, i.client.RestoreMinimal(i.ctx, i.id, params.Version, i.options...)
		}
		return i.client.Restore(i.ctx, i.id, params.Version, i.options...)
	}),
	"retry": func(i invocation) (any, error) { return i.client.Retry(i.ctx, i.id, i.options...) },
	"wait":  wait,
	"facets": with(func(i invocation, params mnema.FacetsParams) (any, error) {
		return i.client.Facets(i.ctx, params, i.options...)
	}),
	"map": with(func(i invocation, params mnema.MapParams) (any, error) {
		return i.client.Map(i.ctx, params, i.options...)
	}),
	"profile": with(func(i invocation, params mnema.ProfileParams) (any, error) {
		return i.client.Profile(i.ctx, params, i.options...)
	}),
	"usage": func(i invocation) (any, error) { return i.client.Usage(i.ctx, i.options...) },

	"requests.list": with(func(i invocation, params mnema.RequestListParams) (any, error) {
		return i.client.Requests.List(i.ctx, params, i.options...)
	}),
	"requests.list_all": with(func(i invocation, params mnema.RequestListParams) (any, error) {
		return collect(i.client.Requests.ListAutoPaging(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"requests.tail": with(func(i invocation, params mnema.RequestTailParams) (any, error) {
		return collect(i.client.Requests.Tail(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"requests.stats": with(func(i invocation, params mnema.RequestStatsParams) (any, error) {
		return i.client.Requests.Stats(i.ctx, params, i.options...)
	}),

	"api_keys.create": with(func(i invocation, params mnema.APIKeyCreateParams) (any, error) {
		return i.client.APIKeys.Create(i.ctx, params, i.options...)
	}),
	"api_keys.list": with(func(i invocation, params mnema.APIKeyListParams) (any, error) {
		return i.client.APIKeys.List(i.ctx, params, i.options...)
	}),
	"api_keys.list_all": with(func(i invocation, params mnema.APIKeyListParams) (any, error) {
		return collect(i.client.APIKeys.ListAutoPaging(i.ctx, params, i.options...), i.step.Options.Take)
	}),
	"api_keys.rotate": with(func(i invocation, params mnema.APIKeyRotateParams) (any, error) {
		return i.client.APIKeys.Rotate(i.ctx, i.id, params, i.options...)
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
	"auth.list_sessions": func(i invocation) (any, error) {
		return i.client.Auth.ListSessions(i.ctx, i.options...)
	},
	"auth.end_session": func(i invocation) (any, error) {
		return nil, i.client.Auth.EndSession(i.ctx, i.id, i.options...)
	},
	"auth.end_other_sessions": func(i invocation) (any, error) {
		return i.client.Auth.EndOtherSessions(i.ctx, i.options...)
	},
	"auth.delete_account": with(func(i invocation, params mnema.DeleteAccountParams) (any, error) {
		return i.client.Auth.DeleteAccount(i.ctx, params, i.options...)
	}),

	"webhooks.create": with(func(i invocation, params mnema.WebhookCreateParams) (any, error) {
		return i.client.Webhooks.Create(i.ctx, params, i.options...)
	}),
	"webhooks.list": func(i invocation) (any, error) { return i.client.Webhooks.List(i.ctx, i.options...) },
	"webhooks.get":  func(i invocation) (any, error) { return i.client.Webhooks.Get(i.ctx, i.id, i.options...) },
	"webhooks.update": with(func(i invocation, params mnema.WebhookUpdateParams) (any, error) {
		return i.client.Webhooks.Update(i.ctx, i.id, params, i.options...)
	}),
	"webhooks.delete": func(i invocation) (any, error) {
		return i.client.Webhooks.Delete(i.ctx, i.id, i.options...)
	},
	"webhooks.rotate_secret": with(func(i invocation, params mnema.WebhookRotateSecretParams) (any, error) {
		return i.client.Webhooks.RotateSecret(i.ctx, i.id, params, i.options...)
	}),
	"webhooks.deliveries": with(func(i invocation, params mnema.WebhookDeliveryListParams) (any, error) {
		return i.client.Webhooks.Deliveries(i.ctx, i.id, params, i.options...)
	}),
	"webhooks.deliveries_all": with(func(i invocation, params mnema.WebhookDeliveryListParams) (any, error) {
		return collect(i.client.Webhooks.DeliveriesAutoPaging(i.ctx, i.id, params, i.options...), i.step.Options.Take)
	}),
	"webhooks.replay_delivery": func(i invocation) (any, error) {
		return i.client.Webhooks.ReplayDelivery(i.ctx, i.id, fmt.Sprint(i.args["delivery_id"]), i.options...)
	},

	"audit.list": with(func(i invocation, params mnema.AuditListParams) (any, error) {
		return i.client.Audit.List(i.ctx, params, i.options...)
	}),
	"audit.list_all": with(func(i invocation, params mnema.AuditListParams) (any, error) {
		return collect(i.client.Audit.ListAutoPaging(i.ctx, params, i.options...), i.step.Options.Take)
	}),
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
	method, ok := calls[step.Call]
	if !ok {
		return outcome{"error": describe(fmt.Errorf("this SDK has no call %s: add it to sdks/go/conformance/calls.go", step.Call))}
	}
	args, _ := names.resolve(step.Args).(map[string]any)
	ctx, cancel := contextOf(step.Options)
	defer cancel()
	value, err := method(invocation{
		ctx: ctx, client: inScope(client, step.Options.Scope, names), id: takeID(args), args: args, step: step, options: optionsOf(step, names),
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

// takeID removes the method's first argument from args.
func takeID(args map[string]any) string {
	for _, name := range []string{"memory_id", "key_id", "session_id", "deletion_id", "webhook_id"} {
		if id, ok := args[name].(string); ok {
			if name != "key_id" {
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
		case mnema.ListParams, mnema.FacetsParams, mnema.MapParams, mnema.ProfileParams, mnema.RequestListParams, mnema.RequestTailParams, mnema.SimilarParams,
			mnema.ForgetParams, mnema.DeletionListParams, mnema.ExportParams, mnema.WebhookDeliveryListParams,
			mnema.RequestStatsParams, mnema.APIKeyListParams, mnema.AuditListParams, mnema.VersionListParams, getParams:
			args = map[string]any{}
			for name, value := range i.args {
				args[strings.ReplaceAll(name, "_", "")] = asTime(value)
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
