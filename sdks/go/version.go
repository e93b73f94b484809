package mnema

import (
	"runtime"
	"strings"
)

// Version is the version of this package, without a leading v.
const Version = "0.1.0"

var userAgent = "mnema-go/" + Version +
	" (go " + strings.TrimPrefix(runtime.Version(), "go") + "; " + runtime.GOOS + " " + runtime.GOARCH + ")"
