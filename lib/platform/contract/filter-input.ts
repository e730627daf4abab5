import { z } from "zod";
import { type FieldValues, type FilterFormat, isMoment, MAX_LENGTH, MAX_VALUES } from "./url-parameters.ts";

const upTo = (most = MAX_LENGTH) => z.string().max(most);

function schemaOf(values: FieldValues): z.ZodType {
  switch (values.kind) {
    case "texts":
      return z
        .array(
          upTo(values.most)
            .min(1)
            .refine(values.isOne ?? (() => true)),
        )
        .max(MAX_VALUES)
        .optional();
    case "some":
      return z.array(z.enum(values.allowed)).max(values.allowed.length).optional();
    case "order":
      return z.enum(values.allowed).optional();
    case "text":
      return upTo(values.most)
        .trim()
        .refine(values.isOne ?? (() => true))
        .nullish();
    case "moment":
      return upTo()
        .refine((value) => value === values.or || isMoment(value))
        .nullish();
    case "flag":
      return z.boolean().optional();
    case "count":
      return z.int().min(1).max(values.most).nullish();
  }
}

type Fields<Filter> = { [Name in keyof Filter]: z.ZodOptional<z.ZodType<Filter[Name], Filter[Name]>> };

/** The fields of a posted filter, by its own names. */
export const filterFields = <Filter>({ values }: Pick<FilterFormat<Filter>, "values">) =>
  Object.fromEntries(
    Object.entries<FieldValues>(values).map(([name, allowed]) => [name, schemaOf(allowed)]),
  ) as Fields<Filter>;

/** A posted filter: a missing, null or empty field filters nothing. */
export function postedFilter<Filter>({ empty }: FilterFormat<Filter>, given: Record<string, unknown>): Filter {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return { ...empty, ...Object.fromEntries(stated) };
}
