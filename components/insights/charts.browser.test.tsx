import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "#tools/test/mounted.tsx";
import { Bars } from "./bars.tsx";
import { FigureScope } from "./figure-link.tsx";
import { Measures } from "./insight-section.tsx";
import { LineChart } from "./line-chart.tsx";
import { Measure, percentileMeasures } from "./measure.tsx";
import type { ChartLine } from "./point-table.tsx";

const SCOPE = {
  from: "2026-11-01",
  to: "2026-11-04",
  narrowing: { account: null, label: "vip", tag_prefix: null, policy_version: null },
};
const POINTS = [1, 2, 3, 4].map((day) => ({
  ...{ from: `2026-11-0${day}`, to: `2026-11-0${day}` },
  ...{ name: `Nov ${day}, 2026`, short: `Nov ${day}` },
}));

const line = (key: string, values: ChartLine["values"]): ChartLine => ({
  key,
  name: key,
  tone: "text-primary",
  values,
  figure: { name: "severity", value: key },
});
const LINES = [line("high", [1, 2, 0, 4]), line("low", [7, null, 5, 1234])];

function Chart({ files = 20, lines = LINES }: { files?: number; lines?: ChartLine[] }) {
  return (
    <FigureScope value={SCOPE}>
      <LineChart
        id="chart"
        title="Findings"
        points={POINTS}
        lines={lines}
        words={(value) => value.toLocaleString("en")}
        files={files}
      />
    </FigureScope>
  );
}

test("a chart is one tab stop, and arrow keys announce each point with its values", async () => {
  mount(<Chart />);
  const chart = page.getByRole("slider", { name: "Findings: points of the chart" });
  await userEvent.tab();
  await expect.element(chart).toHaveFocus();
  const said = () => chart.element().getAttribute("aria-valuetext");
  expect(said()).toBe("Nov 4, 2026, high: 4, low: 1,234");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(said()).toBe("Nov 2, 2026, high: 2, low: unknown");
  await userEvent.keyboard("{Home}{ArrowLeft}");
  expect(said()).toBe("Nov 1, 2026, high: 1, low: 7");
  await expect.element(page.getByText("Nov 1, 2026", { exact: true })).toBeVisible();
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(said()).toBe("Nov 4, 2026, high: 4, low: 1,234");
  await userEvent.tab();
  await expect.element(chart).not.toHaveFocus();
});

test("lines differ by more than colour, and break at unknown values", async () => {
  mount(<Chart />);
  await expect.element(page.getByRole("slider")).toBeVisible();
  const drawn = [...document.querySelectorAll("[role=slider] path[stroke-width]")];
  expect(new Set(drawn.map((path) => path.getAttribute("stroke-dasharray"))).size).toBe(LINES.length);
  expect(drawn[1]?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
});

test("the table of a chart has the same values, each leading to its files", async () => {
  mount(<Chart />);
  await page.getByText("Table: Findings").click();
  const rows = page.getByRole("table").getByRole("row").elements().slice(1);
  expect(
    rows.map((row) => [...row.children].map((cell) => cell.firstChild?.firstChild?.textContent ?? cell.textContent)),
  ).toEqual([
    ["Nov 1, 2026", "1", "7"],
    ["Nov 2, 2026", "2", "–"],
    ["Nov 3, 2026", "0", "5"],
    ["Nov 4, 2026", "4", "1,234"],
  ]);
  const link = page.getByRole("link", { name: "1,234 files: low, Nov 4, 2026" });
  const figure = new URL((link.element() as HTMLAnchorElement).href).searchParams.get("figure");
  expect(figure).toBe("severity~low@2026-11-04..2026-11-04;label=vip");
  expect(page.getByRole("link").elements()).toHaveLength(6);
});

const TIME = { words: (value: number) => `${value} s`, files: 4, figure: "completed", before: 60 } as const;

test("charts without files are a line each, and only where more is better a change has a colour", async () => {
  mount(
    <FigureScope value={SCOPE}>
      <Chart files={0} />
      <Bars
        id="bars"
        title="Messages"
        of="Message"
        files={0}
        bars={[{ key: "a", name: "Missing", files: 0, figure: { name: "message", value: "1" } }]}
      />
      <Measures
        of={[
          { of: "completed", value: 52, figure: "completed", before: 41 },
          { of: "on_time", value: 52, figure: "on_time", before: 43, moreIsBetter: true },
        ]}
      />
    </FigureScope>,
  );
  await expect.element(page.getByText("Findings: none in this period")).toBeVisible();
  await expect.element(page.getByText("Messages: none in this period")).toBeVisible();
  expect(page.getByRole("table").elements()).toEqual([]);
  const classOf = (text: string) => page.getByText(text).element().closest("p")?.className;
  expect(classOf("before: 41")).toContain("text-muted-foreground");
  expect(classOf("before: 43")).toContain("text-done");
});

test("a small number of files is counted, and not drawn or compared", async () => {
  mount(
    <FigureScope value={SCOPE}>
      <Chart files={4} />
      <Bars
        id="bars"
        title="Messages"
        of="Message"
        files={4}
        bars={[{ key: "a", name: "Missing", files: 4, figure: { name: "message", value: "1" } }]}
      />
      <Measures
        of={[
          { of: "completed", value: 4, figure: "completed", before: 41 },
          { ...TIME, of: "completion_p50", value: 90 },
          { ...TIME, of: "clean", value: null },
        ]}
      />
    </FigureScope>,
  );
  await expect.element(page.getByText("4 files: too few for a chart.")).toBeVisible();
  await expect
    .element(page.getByText("Too few files: Median time to complete and Median time to a clean run"))
    .toBeVisible();
  expect(document.querySelector("[role=slider], rect")).toBeNull();
  expect(document.body.textContent).not.toMatch(/90 s|before:/);
  await expect.element(page.getByRole("link", { name: "4 files: Missing" })).toBeVisible();
});

test("the percentiles of a time have a row of their own, with their numbers at one height", async () => {
  const files = { files: 34, beforeFiles: 0 };
  const now = { p50_seconds: 60, p75_seconds: 75, p90_seconds: 90 };
  mount(
    <FigureScope value={SCOPE}>
      {/* Wide letters, so that only the first label takes two lines. */}
      <div className="@container" style={{ width: 560, letterSpacing: 3 }}>
        <Measures
          of={[
            { of: "created", value: 43, figure: "created" },
            { of: "completed", value: 34, figure: "completed" },
            ...percentileMeasures("completion", { ...TIME, ...files, now, before: now }),
          ]}
        />
      </div>
    </FigureScope>,
  );
  await expect.element(page.getByText("90 s")).toBeVisible();
  const [created, completed, ...times] = ["43", "34", "60 s", "75 s", "90 s"].map(
    (text) => page.getByText(text, { exact: true }).first().element().getBoundingClientRect().top,
  );
  expect(completed).toBe(created);
  expect(new Set(times).size).toBe(1);
  expect(times[0]).toBeGreaterThan(created ?? Number.POSITIVE_INFINITY);
});

test("a number states its change in words, and links to its files", async () => {
  mount(
    <FigureScope value={SCOPE}>
      <dl>
        <Measure of="completed" value={52} figure="completed" before={41} moreIsBetter />
        <Measure
          of="completion_p50"
          value={60}
          words={(value) => `${value} s`}
          files={52}
          figure="completed"
          before={90}
          beforeFiles={41}
        />
        <Measure of="opened" value={7} figure="opened" before={7} />
        <Measure
          of="decision_p50"
          value={60}
          words={(value) => `${value} s`}
          files={52}
          figure="timed_decision"
          before={90}
          beforeFiles={4}
        />
      </dl>
    </FigureScope>,
  );
  await expect.element(page.getByText("before: 41")).toBeVisible();
  await expect.element(page.getByText("before: 7")).toBeVisible();
  // The other median has too few files in the previous period.
  expect(page.getByText("before: 90 s").elements()).toHaveLength(1);
  await expect.element(page.getByRole("link", { name: "52 files: Completed" })).toBeVisible();
});

test("a long ranking shows its first ten rows, and the number of further rows in the export", async () => {
  const bars = Array.from({ length: 13 }, (_, index) => ({
    ...{ key: String(index), name: `Finding ${index}`, files: 20 - index, figure: null },
  }));
  mount(<Bars id="bars" title="Findings" of="Message" bars={bars} files={20} />);
  await expect.element(page.getByRole("rowheader", { name: "Finding 9" })).toBeVisible();
  await expect.element(page.getByText("3 more are in the export.")).toBeVisible();
  expect(page.getByRole("rowheader").elements()).toHaveLength(10);
});
