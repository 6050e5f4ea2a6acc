export function useState<T>(first: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<T extends (...args: any[]) => any>(call: T, inputs: readonly unknown[]): T;
export function useRef<T>(first: T): { current: T };
export function useContext<T>(context: { Provider: (props: { value: T; children?: any }) => any }): T;
export function useId(): string;
export function useErrorBoundary(caught?: (error: any) => void): [any, () => void];
