declare module "picomatch" {
  /** Returns a function that matches names against a glob pattern. */
  export default function picomatch(
    pattern: string,
    options: { readonly nocase?: boolean; readonly noextglob?: boolean },
  ): (name: string) => boolean;
}
