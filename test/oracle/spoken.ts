/** Numbers as reports say them in sentences. */
import { isShare } from "./fields";

function decimals(size: number, places: number): string {
  return size.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** Such as "1.5 m", "320 k" or "75". */
export function spokenSize(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 999_950_000) return `${decimals(size / 1e9, 1)} bn`;
  if (size >= 999_500) return `${decimals(size / 1e6, 1)} m`;
  return size >= 999.5 ? `${decimals(size / 1000, 0)} k` : decimals(size, 0);
}

/** Such as "−1.5 m"; of a share in points "+0.4 pp". */
export function spokenVariance(field: string, variance: number): string {
  const size = isShare(field) ? `${decimals(Math.abs(variance), 1)} pp` : spokenSize(variance);
  return `${variance < 0 ? "−" : "+"}${size}`;
}
