"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Retry } from "#components/page/buttons.tsx";
import { Failure } from "#components/page/message.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { codeOf, useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { api } from "#lib/browser/api.ts";
import { reviewKeys } from "#lib/browser/query-keys.ts";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { Button } from "@/components/ui/button";
import { HolidayFields } from "./holiday-fields.tsx";
import { PeriodicRules } from "./periodic-rules.tsx";
import { countsAnew } from "./policy-draft.ts";
import { policyResolver } from "./policy-errors.ts";
import { ApprovalField, Deadlines, WatchedLabels } from "./policy-fields.tsx";
import { ReasonCatalogue } from "./reason-catalogue.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { WorkingHours } from "./working-hours.tsx";

const PATH = "/api/settings/review";

const policyOptions = queryOptions({
  queryKey: [...reviewKeys.all, "policy"],
  queryFn: ({ signal }) => api<ReviewPolicy>(PATH, { signal }),
  staleTime: 0,
  // The form edits one version of the policy; another version is loaded on request.
  refetchOnWindowFocus: false,
});

/** The policy in force, changed here until it is saved. `waiting` is in its place until it has come. */
export function ReviewPolicyForm({ waiting }: { waiting: ReactNode }) {
  const problem = useErrorWords("review-policy.problem");
  const query = useQuery(policyOptions);
  const { data, error, refetch } = query;
  if (data) return <PolicyForm policy={data} onReload={async () => (await refetch()).data} />;
  if (!error) return waiting;
  return (
    <Failure says={problem(error)}>
      <Retry query={query} />
    </Failure>
  );
}

type FormProps = { policy: ReviewPolicy; onReload: () => Promise<ReviewPolicy | undefined> };

function PolicyForm({ policy, onReload }: FormProps) {
  const t = useTranslations("review-policy");
  const words = useErrorWords("review-policy.problem");
  const client = useQueryClient();
  const place = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState<"saved" | "savedTimes" | null>(null);
  const form = useForm<ReviewPolicy, unknown, ReviewPolicy>({
    defaultValues: policy,
    resolver: policyResolver,
    shouldFocusError: false,
  });
  const { isDirty, submitCount } = form.formState;
  const save = useSecretChange((body: ReviewPolicy) => api<ReviewPolicy>(PATH, { method: "PUT", body }), {
    onSuccess: (inForce) => {
      client.setQueryData(policyOptions.queryKey, inForce);
      void client.invalidateQueries({ queryKey: reviewKeys.choices() });
      form.reset(inForce);
      setSaved(countsAnew(policy, inForce) ? "savedTimes" : "saved");
    },
  });
  // A newer version replaces the shown one, unless the form has unsaved changes.
  const follow = useEffectEvent((newest: ReviewPolicy) => !isDirty && form.reset(newest));
  useEffect(() => void follow(policy), [policy]);
  useEffect(() => {
    // Also where it is no control of the form library's, or was not in sight.
    if (submitCount > 0) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);
  const discard = (to: ReviewPolicy) => {
    form.reset(to);
    setSaved(null);
    save.reset();
  };
  const idle = !isDirty || save.isPending;
  return (
    <FormProvider {...form}>
      <form
        ref={place}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          if (idle) event.preventDefault();
          else void form.handleSubmit((checked) => save.run(checked))(event);
        }}
      >
        <p className="text-[0.8125rem]">{t.rich("from", { at: () => <ExactInstant at={policy.review_from} /> })}</p>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <Deadlines />
            <WorkingHours />
            <WatchedLabels />
            <PeriodicRules />
          </div>
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <ApprovalField />
            <HolidayFields />
          </div>
        </div>
        <ReasonCatalogue />
        <TemplateFields />
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            {/* Not `disabled`, which would move the focus away from the pressed button. */}
            <Button type="submit" aria-disabled={idle}>
              {t(save.isPending ? "saving" : "save")}
            </Button>
            {isDirty && (
              <Button variant="ghost" onClick={() => discard(policy)}>
                {t("discard")}
              </Button>
            )}
            <p role="status" className="text-muted-foreground text-xs">
              {saved && !isDirty && t(saved)}
            </p>
          </div>
          <Failure says={save.error && words(save.error)}>
            {codeOf(save.error) === "CONFLICT" && (
              <Button
                variant="outline"
                size="sm"
                onClick={() => void onReload().then((newest) => newest && discard(newest))}
              >
                {t("reload")}
              </Button>
            )}
          </Failure>
        </div>
      </form>
      {save.stepUp}
    </FormProvider>
  );
}
