import type { FieldType, Kind } from './record-store.ts';

declare const value: unique symbol;

export type Field<V> = FieldType & { readonly [value]: V };

/** Gives a field values that its type does not tell, such as null or the form of a JSON value. */
export function field<V>(type: FieldType): Field<V> {
  return type as Field<V>;
}

/** Fields that may be null. */
export const maybe = {
  account: field<string | null>('account'),
  text: field<string | null>('text'),
  integer: field<number | null>('integer'),
};

type ValueOf<T> = T extends { readonly [value]: infer V }
  ? V
  : T extends 'integer' | 'real'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'account' | 'text'
        ? string
        : never;

export type RecordWith<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

export function kindOf<
  const Fields extends Readonly<Record<string, FieldType>>,
  const K extends keyof Fields & string,
  const I extends string = never,
  const S extends keyof Fields & string = never,
>(
  description: Omit<Kind<RecordWith<Fields>, K, I, S>, 'fields'> & { fields: Fields },
): Kind<RecordWith<Fields>, K, I, S> {
  return description as Kind<RecordWith<Fields>, K, I, S>;
}
