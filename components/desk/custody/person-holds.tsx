import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { curpOf, type Person, shortenCurp } from "#lib/core/contract/people/person.ts";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import { wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import { Button } from "@/components/ui/button";
import { HoldNotice } from "./hold-notice.tsx";

const PlaceHoldDialog = dynamic(() => import("./custody-dialogs.tsx").then((module) => module.PlaceHoldDialog));

/** The legal holds of a person, and a button for another. */
export function PersonHolds({ person, verificationId }: { person: Person; verificationId: string }) {
  const t = useTranslations("custody.place");
  const { data } = useQuery(fileCustodyOptions(verificationId));
  const manages = useCurrentUser().may("privacy.manage");
  const [placing, setPlacing] = useState(false);
  const stated = curpOf(person);
  const whole = stated === null ? null : wholeCurpIn(stated);
  const holds = data?.holds.filter(({ curp_ends }) => stated !== null && curp_ends === shortenCurp(whole ?? stated));
  return (
    <>
      {holds?.map((hold) => (
        <HoldNotice key={hold.hold_id} hold={hold} />
      ))}
      {manages && whole !== null && (
        <Button variant="outline" className="w-fit" onClick={() => setPlacing(true)}>
          <Lock aria-hidden />
          {t("action")}
        </Button>
      )}
      {placing && whole !== null && <PlaceHoldDialog subject={{ curp: whole }} onClosed={() => setPlacing(false)} />}
    </>
  );
}
