"use client";

import { useMutation } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Failure } from "#components/kit/message.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import type { AccountNotice } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";

/** Notices of changes that others made to the user's account, above every page until they are acknowledged. */
export function AccountNotices({ notices }: { notices: AccountNotice[] }) {
  const t = useTranslations("access.notices");
  const format = useFormatter();
  const seen = useMutation({
    mutationFn: () => api("POST /api/account/notices", { body: { ids: notices.map(({ id }) => id) } }),
    // The button is removed, so the focus moves to the page's heading.
    onSuccess: () => document.getElementById("main")?.focus(),
  });
  if (notices.length === 0 || seen.isSuccess) return null;
  return (
    <section aria-labelledby="account-notices" className="mb-5 max-w-6xl print:hidden">
      <Alert variant="warning">
        <ShieldAlert aria-hidden />
        <AlertDescription className="flex-1">
          <h2 id="account-notices" className="font-medium">
            {t("title")}
          </h2>
          <ul className="max-w-prose space-y-1.5">
            {notices.map(({ id, kind, since, count, by, codes_left: left }) => (
              <li key={id} className="wrap-anywhere">
                {t.rich(kind, { count, left, by: format.list(by), at: () => <ExactInstant at={since} /> })}
              </li>
            ))}
          </ul>
          <Failure says={seen.error && t("failed")} />
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" aria-disabled={seen.isPending} onClick={() => seen.mutate()}>
              {t("seen")}
            </Button>
            <Link className={buttonVariants({ variant: "ghost", size: "sm" })} href="/account">
              {t("account")}
            </Link>
          </div>
        </AlertDescription>
      </Alert>
    </section>
  );
}
