"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";
import { tellTabs } from "#lib/platform/browser/signed-out.ts";
import { Button } from "@/components/ui/button";
import { HeadedCard } from "./form-card.tsx";

type Props = {
  /** The sign-in has just succeeded: waiting pages are notified. */
  done: boolean;
  problem: SignInProblem | null;
};

/** The last page of a sign-in in a separate window: notifies waiting pages, and closes itself if the browser allows it. */
export function SignedInWindow({ done, problem }: Props) {
  const t = useTranslations("access.provider");
  useEffect(() => {
    if (!done) return;
    tellTabs("signed-in");
    window.close();
  }, [done]);
  return (
    <HeadedCard
      title={t(problem === null ? "done" : "failed")}
      purpose={problem === null ? t("doneAbout") : t(`problem.${problem}`)}
    >
      <Button variant="outline" onClick={() => window.close()}>
        {t("close")}
      </Button>
    </HeadedCard>
  );
}
