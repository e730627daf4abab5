import { z } from "zod";
import { rowIds } from "#lib/platform/contract/fields.ts";
import { MAX_CURSOR, MAX_PAGE_ROWS, PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { type FilterFormat, parametersOf } from "#lib/platform/contract/url-parameters.ts";

/** The query of a route: names with one value, or with all values of a repeated parameter. */
export type GivenQuery = Record<string, string | string[]>;

export const queryIn = (parameters: URLSearchParams): GivenQuery =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [value = "", ...more] = parameters.getAll(name);
      return [name, more.length > 0 ? [value, ...more] : value];
    }),
  );

/** Any query, for callers that add parameters of their own: probes, scanners, the provider and the directory. */
export const ANY_QUERY = z.looseObject({});

/** The requested page of a list (design §9): `cursor`, and `limit`, by default 50. */
export const PAGE = {
  cursor: z.string().max(MAX_CURSOR).nullable().default(null),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_PAGE_ROWS))
    .default(PAGE_ROWS),
};

/** A page, or with `id`, which may be repeated, the rows of these files up to the page of the cursor `until`. */
export const PAGE_OR_ROWS = {
  ...PAGE,
  id: z
    .union([z.string(), z.array(z.string())])
    .transform((ids) => [ids].flat())
    .pipe(rowIds)
    .nullable()
    .default(null),
  until: z.string().max(MAX_CURSOR).nullable().default(null),
  total: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
};

/** The parameters of a filter as `filter`, and further ones. An issue names the parameter. */
export const filterQuery = <Filter extends object, Shape extends z.ZodRawShape = Record<never, never>>(
  format: FilterFormat<Filter>,
  shape?: Shape,
) =>
  z.unknown().transform((given, context): { filter: Filter } & z.output<z.ZodObject<Shape>> => {
    const isOfFilter = (name: string) => Object.hasOwn(format.values, name);
    const part = (wanted: boolean) =>
      Object.fromEntries(Object.entries(given as GivenQuery).filter(([name]) => isOfFilter(name) === wanted));
    const { filter, ignored } = format.read(parametersOf(part(true)));
    for (const { name, reason } of ignored) context.addIssue({ code: "custom", path: [name], message: reason });
    const rest = z.strictObject({ ...shape } as Shape).safeParse(part(false));
    for (const issue of rest.error?.issues ?? [])
      context.addIssue({ ...issue } as Parameters<typeof context.addIssue>[0]);
    return { filter, ...rest.data } as { filter: Filter } & z.output<z.ZodObject<Shape>>;
  });
