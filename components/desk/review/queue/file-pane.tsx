import { IsRestoringProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, FileQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import { Activity, memo, type RefObject, useCallback, useDeferredValue, useEffect, useState } from "react";
import { FILE_KEYS } from "#components/desk/review/review-actions.ts";
import { VerificationView } from "#components/desk/verification/verification-view.tsx";
import { useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { Message } from "#components/kit/message.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { lastLookOptions } from "#lib/desk/browser/reviews.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

type Props = {
  ref: RefObject<HTMLElement | null>;
  file: string;
  next: string | null;
  /** Files whose decision is being saved while the user works on the next file: their dialogs keep the typed text. */
  saving: readonly string[];
  /** The name of the lane to which the back link leads. */
  lane: string;
  onBack: () => void;
};

export function FilePane({ ref, file, next, saving, lane, onBack }: Props) {
  const t = useTranslations("review-queue.file");
  // React hydrates an Activity after the content around it. Until then, key presses for the file are held.
  const [isHydrated, setIsHydrated] = useState(false);
  const onHydrated = useCallback(() => setIsHydrated(true), []);
  useBufferedShortcuts(!isHydrated, FILE_KEYS);
  // The open file comes first: where element ids repeat, the first element counts.
  const files = new Set([file, ...saving, ...(next === null ? [] : [next])]);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("label")} className="min-w-0 outline-none">
      <Button variant="ghost" size="sm" onClick={onBack} className="mb-2 -ml-2.5 lg:hidden print:hidden">
        <ChevronLeft aria-hidden />
        <span>{t("back", { lane })}</span>
      </Button>
      {[...files].map((id) => (
        <FileSlot key={id} id={id} isOpen={id === file} onHydrated={onHydrated} />
      ))}
    </section>
  );
}

/** A file that is open, or rendered in advance while the browser is idle. A file rendered in advance does not count as seen. */
function FileSlot({ id, isOpen, onHydrated }: { id: string; isOpen: boolean; onHydrated: () => void }) {
  const { data } = useQuery({ ...verificationOptions(id), enabled: false });
  if (!isOpen && !data) return null;
  return (
    <Activity mode={isOpen ? "visible" : "hidden"}>
      <File id={id} ahead={!isOpen} onHydrated={onHydrated} />
    </Activity>
  );
}

type FileProps = { id: string; ahead: boolean; onHydrated: () => void };

/** Until the frame that shows a file rendered in advance, its queries neither subscribe nor fetch, as in a restored cache. */
const File = memo(function File(props: FileProps) {
  const isShown = useDeferredValue(!props.ahead, false);
  return (
    <IsRestoringProvider value={!isShown}>
      <FileWithLastLook {...props} />
    </IsRestoringProvider>
  );
});

/** The file with the reader's last visit, fetched on each mount. The address may contain an unknown id. */
function FileWithLastLook({ id, ahead, onHydrated }: FileProps) {
  const t = useTranslations("review-queue.file");
  const client = useQueryClient();
  const { error } = useQuery({ ...verificationOptions(id), enabled: false });
  useQuery(lastLookOptions(id));
  useEffect(onHydrated, [onHydrated]);
  useEffect(() => () => client.removeQueries(lastLookOptions(id)), [client, id]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Message level="h2" icon={<FileQuestionMark aria-hidden />} title={t("unknown")}>
        <p translate="no" className="wrap-anywhere font-mono text-xs">
          {id}
        </p>
      </Message>
    );
  }
  return <VerificationView verificationId={id} inParts ahead={ahead} />;
}
