/** A parameter of a call. Structures travel as JSON text inside one field; undefined ones are left out. */
export type Parameter = string | number | boolean | Date | null | undefined | readonly unknown[] | object;
export type Parameters = Readonly<Record<string, Parameter>>;

/** A part of a multipart form. */
export interface FilePart {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function toField(value: Exclude<Parameter, undefined>): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return String(Math.floor(value.getTime() / 1000));
  return JSON.stringify(value);
}

export function toFields(parameters: Parameters): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) fields.append(name, toField(value));
  return fields;
}

export function toMultipart(parameters: Parameters, file: FilePart): FormData {
  const form = new FormData();
  for (const [name, value] of toFields(parameters)) form.append(name, value);
  form.append(file.field, new Blob([file.bytes], { type: file.mime }), file.name);
  return form;
}
