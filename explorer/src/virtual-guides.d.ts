/** The rendered guides; written by the Vite plugin in `explorer/guides.ts`. */
declare module 'virtual:guides' {
  export const guides: readonly {
    /** Last segment of the address `/guides/{name}`. */
    readonly name: string;
    readonly title: string;
    readonly group: string;
    /** One line on what it says. */
    readonly description: string;
    readonly sections: readonly { readonly id: string; readonly title: string }[];
    readonly load: () => Promise<{ readonly html: string }>;
  }[];
}

/** The words of all guides, for the search. */
declare module 'virtual:guide-texts' {
  export const texts: Readonly<
    Record<string, readonly { readonly id: string; readonly text: string }[]>
  >;
}
