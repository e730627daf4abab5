import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Failure } from "#components/kit/message.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { codeOf, useErrorWords } from "#components/kit/words.tsx";
import { reviewKeys } from "#lib/core/browser/query-keys.ts";
import { reviewPolicyOptions } from "#lib/desk/browser/review-policy.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { DatesPreview, DocumentRules, YearlyCheckRule } from "./date-rules.tsx";
import { HolidayFields } from "./holiday-fields.tsx";
import { changesDueTimes } from "./policy-draft.ts";
import { policyResolver } from "./policy-errors.ts";
import {
  ApprovalField,
  BulkAcceptanceField,
  Deadlines,
  KeepPdfsField,
  PeriodicRules,
  WatchedLabels,
} from "./policy-fields.tsx";
import { ReasonCatalogue } from "./reason-catalogue.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { WorkingHours } from "./working-hours.tsx";

export function ReviewPolicyForm({ policy }: { policy: ReviewPolicy }) {
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
  const save = useSecretChange((body: ReviewPolicy) => api("PUT /api/settings/review", { body }), {
    to: () => t("confirmTo"),
    onSuccess: (inForce) => {
      client.setQueryData(reviewPolicyOptions.queryKey, inForce);
      void client.invalidateQueries({ queryKey: reviewKeys.choices() });
      form.reset(inForce);
      setSaved(changesDueTimes(policy, inForce) ? "savedTimes" : "saved");
    },
  });
  // A newer version replaces the shown one, unless the form has unsaved changes.
  const follow = useEffectEvent((newest: ReviewPolicy) => !isDirty && form.reset(newest));
  useEffect(() => void follow(policy), [policy]);
  useEffect(() => {
    // Focuses the first error here: the form library cannot focus fields that it does not control or that were folded.
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
            <BulkAcceptanceField />
            <KeepPdfsField />
            <HolidayFields />
          </div>
        </div>
        <ReasonCatalogue />
        <DocumentRules />
        <YearlyCheckRule />
        <DatesPreview />
        <TemplateFields />
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            {/* Not `disabled`: that would remove the focus from the pressed button. */}
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
                onClick={() => void client.fetchQuery(reviewPolicyOptions).then(discard, () => undefined)}
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
