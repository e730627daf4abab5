import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import { Button } from "@/components/ui/button";
import { HoldNotice } from "./hold-notice.tsx";
import { KeptWords } from "./kept-words.tsx";

const loadDialog = () => import("./custody-dialogs.tsx");

const RelationEndDialog = lazy(() => loadDialog().then((code) => ({ default: code.RelationEndDialog })));

/** In a file's details: the end of its retention, with the reason. */
export function CustodyFact({ verificationId }: { verificationId: string }) {
  const t = useTranslations("custody");
  const { data, isError } = useQuery(fileCustodyOptions(verificationId));
  const day = useDayFormat();
  const decides = useCurrentUser().may("reviews.decide");
  const [stating, setStating] = useState(false);
  if (!data) return isError ? <Fact name={t("name")}>{t("failed")}</Fact> : null;
  const { kept, decided, relation_ended_on } = data;
  return (
    <Fact name={t("name")} className="max-w-prose">
      {kept ? <KeptWords kept={kept} /> : <span>{t("notKept")}</span>}
      {relation_ended_on !== null && kept?.because !== "relation" && (
        <span className="block text-muted-foreground text-xs">{t("relation.on", { day: day(relation_ended_on) })}</span>
      )}
      {decided && decides && (
        <Button
          variant="outline"
          size="sm"
          aria-haspopup="dialog"
          className="mt-1 block print:hidden"
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setStating(true)}
        >
          {t("relation.action")}
        </Button>
      )}
      <Suspense>
        {stating && (
          <RelationEndDialog
            verificationId={verificationId}
            endedOn={relation_ended_on}
            onClosed={() => setStating(false)}
          />
        )}
      </Suspense>
    </Fact>
  );
}

/** The legal holds of a file, on its page and in print. */
export function FileHolds({ verificationId }: { verificationId: string }) {
  const { data } = useQuery(fileCustodyOptions(verificationId));
  return data?.holds.map((hold) => <HoldNotice key={hold.hold_id} hold={hold} />);
}
