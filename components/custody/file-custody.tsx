"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Fact } from "#components/page/fact.tsx";
import { fileCustodyOptions } from "#lib/browser/custody.ts";
import { HoldNotice } from "./hold-notice.tsx";
import { KeptWords } from "./kept-words.tsx";

/** In a file's details: until when it is kept, and why. */
export function CustodyFact({ verificationId }: { verificationId: string }) {
  const t = useTranslations("custody");
  const { data, isError } = useQuery(fileCustodyOptions(verificationId));
  if (!data) return isError ? <Fact name={t("name")}>{t("failed")}</Fact> : null;
  return (
    <Fact name={t("name")} className="max-w-prose">
      {data.kept ? <KeptWords kept={data.kept} /> : t("notKept")}
    </Fact>
  );
}

/** The legal holds of a file, on its page and in print. */
export function FileHolds({ verificationId }: { verificationId: string }) {
  const { data } = useQuery(fileCustodyOptions(verificationId));
  return data?.holds.map((hold) => <HoldNotice key={hold.hold_id} hold={hold} />);
}
