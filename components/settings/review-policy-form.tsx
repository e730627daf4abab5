"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ExactInstant } from "#components/page/time.tsx";
import { codeOf, useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { api } from "#lib/browser/api.ts";
import { reviewKeys } from "#lib/browser/query-keys.ts";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/message";
import { HolidayFields } from "./holiday-fields.tsx";
import { policyProblem, withCodes } from "./policy-draft.ts";
import { ApprovalField, Deadlines, WatchedLabels } from "./policy-fields.tsx";
import { ReasonCatalogue } from "./reason-catalogue.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { WorkingHours } from "./working-hours.tsx";

const PATH = "/api/settings/review";

const policyOptions = queryOptions({
  queryKey: [...reviewKeys.all, "policy"],
  queryFn: ({ signal }) => api<ReviewPolicy>(PATH, { signal }),
  staleTime: 0,
  // What is being changed here is of one version: another one is loaded when one asks for it.
  refetchOnWindowFocus: false,
});

/** The policy in force, changed here until it is saved. `waiting` is in its place until it has come. */
export function ReviewPolicyForm({ email, waiting }: { email: string; waiting: ReactNode }) {
  const t = useTranslations("review-policy");
  const problem = useErrorWords("review-policy.problem");
  const { data, error, refetch } = useQuery(policyOptions);
  if (data) return <Form policy={data} email={email} onReload={() => refetch()} />;
  if (!error) return waiting;
  return (
    <Failure says={problem(error)}>
      <Button variant="outline" size="sm" onClick={() => void refetch()}>
        {t("retry")}
      </Button>
    </Failure>
  );
}

type FormProps = { policy: ReviewPolicy; email: string; onReload: () => Promise<unknown> };

function Form({ policy, email, onReload }: FormProps) {
  const t = useTranslations("review-policy");
  const words = useErrorWords("review-policy.problem");
  const client = useQueryClient();
  const [draft, setDraft] = useState<ReviewPolicy | null>(null);
  const [refused, setRefused] = useState(false);
  const [saved, setSaved] = useState(false);
  const shown = draft ?? policy;
  const changed = draft !== null && JSON.stringify(draft) !== JSON.stringify(policy);
  const change = (part: Partial<ReviewPolicy>) => setDraft({ ...shown, ...part });
  const save = useSecretChange((body: ReviewPolicy) => api<ReviewPolicy>(PATH, { method: "PUT", body }), {
    email,
    onSuccess: (inForce) => {
      client.setQueryData(policyOptions.queryKey, inForce);
      void client.invalidateQueries({ queryKey: reviewKeys.choices() });
      setDraft(null);
      setSaved(true);
    },
  });
  const discard = () => {
    setDraft(null);
    setRefused(false);
    setSaved(false);
    save.reset();
  };
  const problem = changed ? policyProblem(shown) : null;
  const idle = !changed || save.isPending;
  return (
    <>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (idle) return;
          setRefused(problem !== null);
          if (problem === null) save.run({ ...shown, catalogue: withCodes(shown.catalogue) });
        }}
      >
        <p className="text-[0.8125rem]">{t.rich("from", { at: () => <ExactInstant at={policy.review_from} /> })}</p>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <Deadlines policy={shown} onChange={change} />
            <WorkingHours working={shown.working} onChange={(working) => change({ working })} />
            <WatchedLabels labels={shown.watched_labels} onChange={(watched_labels) => change({ watched_labels })} />
          </div>
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <ApprovalField approval={shown.approval} onChange={(approval) => change({ approval })} />
            <HolidayFields
              holidays={shown.working.holidays}
              onChange={(holidays) => change({ working: { ...shown.working, holidays } })}
            />
          </div>
        </div>
        <ReasonCatalogue
          catalogue={shown.catalogue}
          wrong={refused && (problem === "reasonWords" || problem === "reasonFor")}
          onChange={(catalogue) => change({ catalogue })}
        />
        <TemplateFields
          templates={shown.templates}
          wrong={refused && problem === "template"}
          onChange={(templates) => change({ templates })}
        />
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            {/* Not `disabled`, which would take the focus away from who pressed it. */}
            <Button type="submit" aria-disabled={idle}>
              {t(save.isPending ? "saving" : "save")}
            </Button>
            {changed && (
              <Button variant="ghost" onClick={discard}>
                {t("discard")}
              </Button>
            )}
            <p role="status" className="text-muted-foreground text-xs">
              {saved && !changed && t("saved")}
            </p>
          </div>
          <p role="alert" className="text-failed empty:hidden">
            {refused && problem !== null && t(`invalid.${problem}`)}
          </p>
          <Failure says={save.error && words(save.error)}>
            {codeOf(save.error) === "CONFLICT" && (
              <Button variant="outline" size="sm" onClick={() => void onReload().then(discard)}>
                {t("reload")}
              </Button>
            )}
          </Failure>
        </div>
      </form>
      {save.stepUp}
    </>
  );
}
