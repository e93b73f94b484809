"""The blocking client."""

# generated from mnema/_async, do not edit: npm run generate
