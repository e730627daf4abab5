import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  Combobox,
  ComboboxContent,
  ComboboxEmpty,
  ComboboxInput,
  ComboboxList,
  ComboboxTrigger,
} from "@/components/ui/combobox";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "@/components/ui/dialog";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Toaster, toast } from "@/components/ui/toast";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { Menu } from "./menu.tsx";

const COLLEAGUES = ["Ana Administradora", "Irma Analista", "Omar Revisor"].map((label) => ({ value: label, label }));

/** What opens above the page, each by a button of its name. */
export function Overlays() {
  const [tip, setTip] = useState(false);
  const [colleague, setColleague] = useState("Irma Analista");
  return (
    <section id="overlays" aria-label="Overlays" className="flex flex-wrap items-start gap-4">
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="outline">Dialog</Button>
        </DialogTrigger>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Review the changes</DialogTitle>
            <DialogDescription>Only what differs is sent.</DialogDescription>
          </DialogHeader>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button>Save</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Menu />
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="outline">Popover</Button>
        </PopoverTrigger>
        <PopoverContent>
          <p className="p-2 text-sm">What belongs to the button.</p>
        </PopoverContent>
      </Popover>
      <Combobox items={COLLEAGUES} value={colleague} onValueChange={setColleague}>
        <ComboboxTrigger asChild>
          <Button variant="outline">Combobox</Button>
        </ComboboxTrigger>
        <ComboboxContent>
          <ComboboxInput aria-label="Colleague" />
          <ComboboxList aria-label="Colleagues" />
          <ComboboxEmpty>Nobody is called that.</ComboboxEmpty>
        </ComboboxContent>
      </Combobox>
      {tip ? (
        <Tooltip onClosed={() => setTip(false)}>
          <TooltipTrigger asChild>
            <Button variant="outline">Tooltip</Button>
          </TooltipTrigger>
          <TooltipContent>What it adds to the words of the button.</TooltipContent>
        </Tooltip>
      ) : (
        <Button variant="outline" onClick={() => setTip(true)}>
          Tooltip
        </Button>
      )}
      <Button
        variant="outline"
        onClick={() =>
          toast("The view was deleted.", { action: { label: "Undo", alt: "Ctrl+Z", onClick: () => undefined } })
        }
      >
        Toast
      </Button>
      <Toaster words={{ one: "Message", all: "Messages ({hotkey})", close: "Close" }} />
    </section>
  );
}
