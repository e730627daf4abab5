"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { HoldNotice } from "#components/custody/hold-notice.tsx";
import { custodyOptions, holdsOptions } from "#lib/browser/custody.ts";
import { CustodyForm } from "./custody-form.tsx";
import { LoadedPage } from "./loaded.tsx";
import { RetentionRuns } from "./retention-runs.tsx";

/** For how long files are kept, the legal holds in force, and what the retention deleted last. */
export function CustodySection() {
  const query = useQuery(custodyOptions);
  return (
    <LoadedPage of="custody-settings" query={query} height="h-40">
      {({ policy, variables, runs }) => (
        <>
          <CustodyForm known={policy} variables={variables} />
          <Holds />
          <RetentionRuns runs={runs} />
          <Erasures />
        </>
      )}
    </LoadedPage>
  );
}

function Holds() {
  const t = useTranslations("custody-settings.holds");
  const { data, isError } = useQuery(holdsOptions);
  const lasting = data?.items.filter(({ ended_at }) => ended_at === null);
  return (
    <section aria-labelledby="legal-holds" className="space-y-2">
      <h2 id="legal-holds" className="font-medium">
        {t("title")}
      </h2>
      {lasting?.map((hold) => (
        <HoldNotice key={hold.hold_id} hold={hold} named />
      ))}
      {lasting?.length === 0 && <p className="text-muted-foreground">{t("none")}</p>}
      {isError && <p className="text-muted-foreground">{t("failed")}</p>}
    </section>
  );
}

function Erasures() {
  const t = useTranslations("custody-settings");
  return (
    <Link
      href="/privacy/erasures"
      prefetch={false}
      className="rounded text-sm underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current"
    >
      {t("erasures")}
    </Link>
  );
}
