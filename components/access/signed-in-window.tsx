"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { tellTabs } from "#lib/browser/signed-out.ts";
import type { SignInProblem } from "#lib/contract/access/provider-claims.ts";
import { Button } from "@/components/ui/button";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

type Props = {
  /** It has just happened, which the pages that wait have to know. */
  done: boolean;
  problem: SignInProblem | null;
};

/** The end of a sign-in in a window of its own: it tells the pages that wait, and closes itself where browsers allow it. */
export function SignedInWindow({ done, problem }: Props) {
  const t = useTranslations("access.provider");
  useEffect(() => {
    if (!done) return;
    tellTabs("signed-in");
    window.close();
  }, [done]);
  return (
    <Card className="p-6">
      <CardHeader>
        <CardTitle className="text-lg tracking-tight">
          <h1>{t(problem === null ? "done" : "failed")}</h1>
        </CardTitle>
        <CardDescription>{problem === null ? t("doneAbout") : t(`problem.${problem}`)}</CardDescription>
      </CardHeader>
      <Button variant="outline" onClick={() => window.close()}>
        {t("close")}
      </Button>
    </Card>
  );
}
