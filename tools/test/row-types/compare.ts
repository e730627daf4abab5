/** A value's kind in TypeScript: `string`, `Date`, `object`, `number[]`, `[]` for an empty array. */
export type Kind = string;

export type RecordedColumn = {
  name: string;
  /** The kind of its PostgreSQL type: a kind, `json` for any, `oid …` for an unknown type. */
  type: Kind;
  seen: Kind[];
  /** The first few texts and numbers among its values. */
  values: (string | number)[];
};

/** One form of the answers to the statements of a call. */
export type RecordedForm = {
  /** `file:line` of the call, and of the call of the enclosing function. */
  site: string;
  caller: string | null;
  /** Whether it selects `*`, which may return more columns than declared. */
  all: boolean;
  columns: RecordedColumn[];
};

/** The recording of one process of the tests. */
export type Recording = { testFiles: string[]; recorded: RecordedForm[] };

export type DeclaredColumn = {
  name: string;
  /** Without null; `unknown` is any kind. */
  kinds: Kind[];
  nullable: boolean;
  /** Whether some statements of the call may lack this column. */
  optional: boolean;
  /** All literals of a union of literals, or of an array of them. */
  literals: (string | number)[] | null;
};

/** A call that declares the type of its rows; `caller` is the call of the enclosing function that gives the type. */
export type DeclaredCall = { site: string; caller: string | null; columns: DeclaredColumn[] };

const isArray = (kind: Kind) => kind.endsWith("[]");

const fits = (kind: Kind, kinds: readonly Kind[]): boolean =>
  kinds.includes(kind) ||
  kinds.includes("unknown") ||
  (isArray(kind) && kinds.includes("unknown[]")) ||
  (kind === "[]" && kinds.some(isArray));

function columnFaults(declared: DeclaredColumn, { type, seen, values }: RecordedColumn): string[] {
  const { name, kinds, nullable, literals } = declared;
  const written = `"${name}" is declared as ${kinds.join(" | ")}`;
  const expected = (kind: Kind) => kind === type || (isArray(type) && kind === "null[]");
  const misfits = seen.filter((kind) => kind !== "null" && !fits(kind, kinds));
  const foreign = literals ? values.filter((value) => !literals.includes(value)) : [];
  const faults: string[] = [];
  if (type.startsWith("oid ")) faults.push(`"${name}" has a type that the recorder does not know, ${type}`);
  else if (kinds.includes("any")) faults.push(`"${name}" is declared as any`);
  else if (type !== "json" && !kinds.every(expected)) faults.push(`${written}, PostgreSQL gives ${type}`);
  else if (misfits.length > 0) faults.push(`${written}, but was ${misfits.join(", ")}`);
  if (seen.includes("null") && !nullable) faults.push(`"${name}" is declared without null, but was null`);
  if (foreign.length > 0) faults.push(`"${name}" had values that are not declared: ${foreign.join(", ")}`);
  return faults;
}

type Forms = readonly Pick<RecordedForm, "all" | "columns">[];

/** Faults in a call's declared columns, against all forms of its answers; empty without a fault. */
export function compare(declared: readonly DeclaredColumn[], forms: Forms): string[] {
  const faults = forms.flatMap(({ all, columns }) => {
    const names = columns.map(({ name }) => name);
    const missing = declared.filter(({ name, optional }) => !optional && !names.includes(name));
    const further = all ? [] : names.filter((name) => !declared.some((column) => column.name === name));
    const pairs = declared.flatMap((one) =>
      columns.filter(({ name }) => name === one.name).map((other) => [one, other] as const),
    );
    return [
      ...missing.map(({ name }) => `"${name}" is declared, but not selected`),
      ...further.map((name) => `"${name}" is selected, but not declared`),
      ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `"${name}" is selected twice`),
      ...pairs.flatMap(([one, other]) => columnFaults(one, other)),
    ];
  });
  return [...new Set(faults)];
}

/** Columns that no test has shown; call it once all tests have run. */
export function unshown(declared: readonly DeclaredColumn[], forms: Forms): string[] {
  if (forms.length === 0) return ["is run by no integration test"];
  const selected = new Set(forms.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const never = declared.filter(({ name, optional }) => optional && !selected.has(name));
  return never.map(({ name }) => `"${name}" is declared, but never selected`);
}
