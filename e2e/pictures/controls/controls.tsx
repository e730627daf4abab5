import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import {
  Field,
  FieldContent,
  FieldDescription,
  FieldError,
  FieldLabel,
  FieldLegend,
  FieldTitle,
} from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";

/** Properties that bring a control to its states. `serve.ts` forces pseudo-classes by `data-forced`. */
const STATES = {
  rest: {},
  hover: { "data-forced": "hover" },
  focus: { "data-forced": "focus focus-visible" },
  disabled: { disabled: true },
  invalid: { "aria-invalid": true },
} as const;

type State = keyof typeof STATES;
type Shown = (props: (typeof STATES)[State], name: string) => ReactNode;

/** A control in each of its states. */
function States({ of, only, children }: { of: string; only?: readonly State[]; children: Shown }) {
  const states = only ?? (Object.keys(STATES) as State[]);
  return (
    <div className="space-y-1.5">
      <h3 className="font-medium text-xs">{of}</h3>
      <div className="flex flex-wrap items-end gap-4">
        {states.map((state) => (
          <div key={state} className="space-y-1">
            <p className="text-muted-foreground text-xs">{state}</p>
            {children(STATES[state], `${of}, ${state}`)}
          </div>
        ))}
      </div>
    </div>
  );
}

const VARIANTS = ["default", "secondary", "outline", "ghost", "link", "destructive"] as const;
const SIZES = ["default", "sm", "xs"] as const;

/** What one presses, types in and chooses by. */
export function Controls() {
  return (
    <section aria-label="Controls" className="space-y-4">
      {VARIANTS.map((variant) => (
        <States key={variant} of={`Button, ${variant}`} only={["rest", "hover", "focus", "disabled"]}>
          {(props) => (
            <Button variant={variant} {...props}>
              <Download aria-hidden />
              Export
            </Button>
          )}
        </States>
      ))}
      <div className="flex flex-wrap items-end gap-4">
        {SIZES.map((size) => (
          <Button key={size} variant="outline" size={size}>
            Size {size}
          </Button>
        ))}
        {(["icon", "icon-xs"] as const).map((size) => (
          <Button key={size} variant="outline" size={size} aria-label={`Export, size ${size}`}>
            <Download aria-hidden />
          </Button>
        ))}
      </div>
      <States of="Input">
        {(props, name) => <Input aria-label={name} defaultValue="Maderas del Norte" {...props} />}
      </States>
      <States of="Textarea">
        {(props, name) => <Textarea aria-label={name} rows={2} defaultValue="Asked the bank." {...props} />}
      </States>
      <States of="Native select">
        {(props, name) => (
          <NativeSelect aria-label={name} {...props}>
            <NativeSelectOptGroup label="Statuses">
              <NativeSelectOption>Waiting for documents</NativeSelectOption>
            </NativeSelectOptGroup>
          </NativeSelect>
        )}
      </States>
      <States of="Checkbox">
        {(props, name) => (
          <span className="flex gap-2">
            <Checkbox aria-label={name} {...props} />
            <Checkbox aria-label={`${name}, checked`} defaultChecked {...props} />
          </span>
        )}
      </States>
      <States of="Switch">
        {(props, name) => (
          <span className="flex gap-2">
            <Switch aria-label={name} {...props} />
            <Switch aria-label={`${name}, on`} defaultChecked {...props} />
          </span>
        )}
      </States>
      <States of="Radio group" only={["rest", "hover", "focus", "disabled"]}>
        {(props, name) => (
          <RadioGroup aria-label={name} value="approve">
            {["approve", "reject"].map((value) => (
              <FieldLabel key={value} className="font-normal">
                <RadioGroupItem value={value} {...props} />
                {value}
              </FieldLabel>
            ))}
          </RadioGroup>
        )}
      </States>
      <Fields />
    </section>
  );
}

function Fields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field>
        <FieldLabel htmlFor="described">Description</FieldLabel>
        <Input id="described" aria-describedby="described-note" />
        <FieldDescription id="described-note">What it is for; people recognise it by this.</FieldDescription>
      </Field>
      <Field>
        <FieldLabel htmlFor="wrong">Address</FieldLabel>
        <Input id="wrong" aria-invalid aria-describedby="wrong-note" defaultValue="http://hooks.maderas.mx" />
        <FieldError id="wrong-note">Enter an address that begins with https://.</FieldError>
      </Field>
      <RadioGroup value="all">
        <FieldLegend>Events</FieldLegend>
        <Field orientation="horizontal">
          <RadioGroupItem id="all-events" value="all" />
          <FieldLabel htmlFor="all-events">All of today's events</FieldLabel>
        </Field>
      </RadioGroup>
      <Field orientation="horizontal">
        <Switch aria-labelledby="shortcuts" />
        <FieldContent>
          <FieldTitle id="shortcuts">Shortcuts of a single character</FieldTitle>
          <FieldDescription>They can be in the way of dictation.</FieldDescription>
        </FieldContent>
      </Field>
    </div>
  );
}
