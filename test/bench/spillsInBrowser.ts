/** The spills again, in Chromium. */
import { join } from "node:path";
import { build } from "esbuild";
import { launchBrowser } from "../e2e/browser";
import type { Figure } from "./figures";
import type { measureSpill } from "./spills";

declare global {
  /** What the page's script exports. */
  var spills: { readonly measureSpill: typeof measureSpill } | undefined;
}

export async function measureSpillsInBrowser(
  root: string,
  sizes: readonly number[],
  rounds: number,
): Promise<Figure[]> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test/bench/spills.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "spills",
    target: "es2022",
    define: { global: "globalThis" },
  });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]!.text });
  const figures: Figure[] = [];
  for (const size of sizes)
    figures.push(
      ...(await page.evaluate(([rows, times]) => globalThis.spills!.measureSpill(rows, times, "Chromium"), [
        size,
        rounds,
      ] as const)),
    );
  await browser.close();
  return figures;
}
