package mnema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryExportedNameIsDocumented covers functions, methods, types, their fields, and constants and variables. A
// comment of one name begins with it.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	files := token.NewFileSet()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	check := func(name *ast.Ident, documentation ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		names++
		for index, each := range documentation {
			if each.Text() == "" {
				continue
			}
			if first := strings.Trim(strings.Fields(each.Text())[0], ","); index == 0 && first != name.Name {
				t.Errorf("%s: the comment of %s begins with %s", files.Position(name.Pos()), name.Name, first)
			}
			return
		}
		t.Errorf("%s: %s has no comment", files.Position(name.Pos()), name.Name)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, source, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				check(declaration.Name, declaration.Doc)
			case *ast.GenDecl:
				for _, each := range declaration.Specs {
					switch each := each.(type) {
					case *ast.ValueSpec:
						for _, name := range each.Names {
							// The generator documents its constants as a group.
							group := declaration.Doc
							if declaration.Tok == token.VAR && declaration.Lparen.IsValid() {
								group = nil
							}
							check(name, each.Doc, each.Comment, group)
						}
					case *ast.TypeSpec:
						documentation := each.Doc
						if documentation == nil {
							documentation = declaration.Doc
						}
						check(each.Name, documentation)
						structure, ok := each.Type.(*ast.StructType)
						if !ok || !each.Name.IsExported() {
							continue
						}
						var group *ast.CommentGroup
						lastLine := 0
						for _, field := range structure.Fields.List {
							// Fields in consecutive lines share the comment of the first.
							line := files.Position(field.Pos()).Line
							if field.Doc != nil || line != lastLine+1 {
								group = field.Doc
							}
							lastLine = line
							for index, name := range field.Names {
								if index == 0 {
									check(name, field.Doc, group)
								} else {
									check(name, nil, group)
								}
							}
						}
					}
				}
			}
		}
	}
	if names < 200 {
		t.Errorf("only %d names were looked at", names)
	}
}
