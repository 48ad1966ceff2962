/** Small builders so that every schema reads as the interface's tables do. Plain JSON-Schema keywords only. */
import Type, { type TEnum, type TProperties, type TSchema } from 'typebox';

type Options = Record<string, unknown>;

export const text = (options: Options = {}) => Type.String(options);
export const integer = (options: Options = {}) => Type.Integer(options);
export const double = (options: Options = {}) => Type.Number(options);
export const boolean = (options: Options = {}) => Type.Boolean(options);

/** An ISO 8601 UTC timestamp with milliseconds: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const datetime = (options: Options = {}) =>
  Type.String({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$', ...options });
export const datetimeOrNull = (description: string) => Type.Union([datetime(), Type.Null()], { description });

/** Keys are days, `YYYY-MM-DD`. */
export const history = <T extends TSchema>(value: T) =>
  Type.Record(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), value, { additionalProperties: false });
export const listOf = <T extends TSchema>(item: T, options: Options = {}) => Type.Array(item, options);
export const oneOf = <const V extends readonly string[]>(values: V, options: Options = {}): TEnum<Mutable<V>> =>
  Type.Enum(values as readonly string[] as string[], { type: 'string', ...options }) as TEnum<string[]> as TEnum<
    Mutable<V>
  >;
type Mutable<V extends readonly string[]> = { -readonly [I in keyof V]: V[I] };

/** A named record: the name becomes its component in OpenAPI. Fields in `required` are always present. */
export function record<R extends TProperties, O extends TProperties>(name: string, required: R, optional: O) {
  const properties = { ...required, ...optionalAll(optional) } as R & {
    [K in keyof O]: ReturnType<typeof Type.Optional<O[K]>>;
  };
  return Type.Object(properties, { title: name, additionalProperties: false });
}

export function optionalAll<O extends TProperties>(fields: O) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof O]: ReturnType<typeof Type.Optional<O[K]>>;
  };
}

export const fieldsOf = (schema: TSchema): string[] =>
  Object.keys((schema as unknown as { properties: Record<string, unknown> }).properties);
