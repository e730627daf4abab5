import "./letter.css";
import { Mail, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "#components/kit/copy.tsx";
import { Button, buttonVariants } from "@/components/ui/button";

/** Some mail programs cut longer addresses without a warning. */
const MAX_ADDRESS_LENGTH = 1_900;

type Props = {
  subject: string;
  text: string;
  /** Called when the letter was copied, taken over by a mail program, or printed. */
  onUsed: () => void;
};

export function LetterActions({ subject, text, onUsed }: Props) {
  const t = useTranslations("request");
  // Lines of a `mailto` body end in CRLF (RFC 6068).
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  const fits = address.length <= MAX_ADDRESS_LENGTH;
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton size="sm" text={() => text} onCopied={onUsed}>
          {t("copy")}
        </CopyButton>
        {fits ? (
          <a className={buttonVariants({ variant: "outline", size: "sm" })} href={address} onClick={onUsed}>
            <Mail aria-hidden />
            {t("mail")}
          </a>
        ) : (
          <Button variant="outline" size="sm" aria-disabled aria-describedby="letter-too-long">
            <Mail aria-hidden />
            {t("mail")}
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            printLetter();
            onUsed();
          }}
        >
          <Printer aria-hidden />
          {t("print")}
        </Button>
      </div>
      {!fits && (
        <p id="letter-too-long" className="text-muted-foreground text-xs">
          {t("tooLong")}
        </p>
      )}
      <LetterPage text={text} />
    </div>
  );
}

function printLetter(): void {
  document.documentElement.dataset.letter = "";
  window.print();
}

/** The letter, printed instead of the page. */
function LetterPage({ text }: { text: string }) {
  useEffect(() => {
    const after = () => delete document.documentElement.dataset.letter;
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("afterprint", after);
      after();
    };
  }, []);
  return createPortal(
    <div aria-hidden className="letter-page">
      {text}
    </div>,
    document.body,
  );
}
