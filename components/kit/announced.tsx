import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

const REGION = "announcements";

/** Modal elements hide the rest of the page, including its live region, from screen readers. */
const MODAL_SELECTOR = "dialog, [role=dialog], [role=alertdialog], [data-cover]";

/** Time for a busy screen reader to announce a text. */
const ANNOUNCED_MS = 3_000;

/** The live region of a page for all its announcements (`Announced`). */
export const LiveRegion = () => <div id={REGION} role="status" aria-atomic="false" className="sr-only print:hidden" />;

type Props = Omit<ComponentProps<"div">, "ref"> & {
  as?: "div" | "p" | "span";
  ref?: RefObject<HTMLDivElement | null>;
  /** `off`: changes are not announced. */
  "aria-live"?: "polite" | "off";
};

/**
 * An element whose text screen readers announce when the text appears or changes. The page's single live region announces
 * it, since several live regions interrupt each other. In a dialog, and on pages without a live region, the element itself
 * is a live region.
 */
export function Announced({ as = "div", ref, "aria-live": live = "polite", ...rest }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  const [alone, setAlone] = useState(false);
  const known = useRef("");
  const read = useEffectEvent(() => {
    // `innerText` forces a layout, and most elements are empty.
    const isEmpty = !box.current?.textContent?.trim();
    // biome-ignore lint/performance/useDomNodeTextContent: `innerText` separates words that elements separate; `textContent` joins them.
    const text = isEmpty ? "" : (box.current?.innerText.trim() ?? "");
    if (text !== known.current && text !== "" && live === "polite") announce(text);
    known.current = text;
  });
  // Before the paint: some screen readers ignore a live region that appears together with its text.
  useLayoutEffect(() => {
    setAlone(document.getElementById(REGION) === null || box.current?.closest(MODAL_SELECTOR) !== null);
  }, [box]);
  useEffect(() => {
    const element = box.current;
    if (alone || element === null) return;
    read();
    const observer = new MutationObserver(() => read());
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [box, alone]);
  // The types of the three elements are compatible.
  const Element = as as "div";
  return <Element ref={box} data-announced={live} {...(alone && { role: "status", "aria-live": live })} {...rest} />;
}

function announce(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById(REGION)?.append(line);
  setTimeout(() => line.remove(), ANNOUNCED_MS);
}
