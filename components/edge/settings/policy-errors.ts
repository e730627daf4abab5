import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { type FieldPath, get, type Resolver, useFormState } from "react-hook-form";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { reviewPolicy } from "#lib/desk/contract/review/policy-input.ts";
import { withCodes, withKeysOf } from "./policy-draft.ts";

type Issue = { code?: string | undefined; path?: PropertyKey[] | undefined };

/** The error of a field of the policy, a key of `review-policy.invalid`, by the code of the schema's issue and its field. */
export function problemOf({ code, path = [] }: Issue) {
  const [field, part, detail] = path;
  if (field === "templates") return "template";
  if (field === "letter") return "frame";
  if (field === "letters" && part === undefined) return code === "too_big" ? "tooMany" : "letterName";
  if (field === "letters") return detail === "name" ? "letterName" : "template";
  if (field === "catalogue" && part === undefined) return code === "too_big" ? "tooMany" : "noReasons";
  if (field === "catalogue") return detail === "for" ? "reasonFor" : "reasonWords";
  if (field === "documents" && part === undefined) return code === "too_big" ? "tooMany" : "documentName";
  if (field === "documents" && (detail === "en" || detail === "es")) return "documentName";
  if (part === "days") return "noDays";
  if (part === "from" || part === "to") return "time";
  if (field === "periodic") return part === undefined ? "tooMany" : "number";
  return part === "holidays" || field === "watched_labels" ? "tooMany" : "number";
}

type PolicyProblem = ReturnType<typeof problemOf>;

const check = zodResolver(reviewPolicy, { error: problemOf });

/** Validates a policy like the server, after giving each new reason a code. */
export const policyResolver: Resolver<ReviewPolicy, unknown, ReviewPolicy> = (values, context, options) =>
  check(
    { ...values, catalogue: withCodes(values.catalogue), documents: withKeysOf(values.documents) },
    context,
    options,
  );

/** The error message of a field; `most` is the limit in its text. */
export function usePolicyError(name: FieldPath<ReviewPolicy>, most = 0): string | undefined {
  const t = useTranslations("review-policy.invalid");
  const { errors } = useFormState<ReviewPolicy>();
  const found: { message?: PolicyProblem; root?: { message?: PolicyProblem } } | undefined = get(errors, name);
  const problem = found?.root?.message ?? found?.message;
  return problem && t(problem, { most });
}
