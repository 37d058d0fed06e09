// As much of the Navigation API as is used: TypeScript's own library doesn't have it yet.

interface NavigateEvent extends Event {
  readonly navigationType: "push" | "reload" | "replace" | "traverse";
  readonly hashChange: boolean;
  readonly destination: { readonly url: string };
}
interface Navigation extends EventTarget {
  addEventListener(type: "navigate", listener: (event: NavigateEvent) => void, capture?: boolean): void;
}
declare var navigation: Navigation | undefined;
