"""The blocking client."""

# generated from mnema_sdk/_async, do not edit: npm run generate
