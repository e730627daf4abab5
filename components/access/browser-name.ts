const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdgA?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
];

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** `Chrome 153, Windows` of what a browser says of itself; null where it says nothing that one knows. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(userAgent);
    return found ? [`${name} ${found[1]}`] : [];
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [browser, system].filter(Boolean).join(", ") || null;
}
