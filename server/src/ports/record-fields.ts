import type { FieldType } from './record-store.ts';

declare const value: unique symbol;

/** The type of a field, with the type of its values. */
export type Field<V> = FieldType & { readonly [value]: V };

/** Gives a field values that its type does not tell, such as null or the form of a JSON value. */
export function field<V>(type: FieldType): Field<V> {
  return type as Field<V>;
}

type ValueOf<T> = T extends { readonly [value]: infer V }
  ? V
  : T extends 'integer' | 'real'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'account' | 'text'
        ? string
        : never;

/** The record that has these fields. */
export type RecordWith<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };
