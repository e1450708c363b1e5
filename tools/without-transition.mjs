/** Replaces a transition that never runs. */
export default function WithoutTransition({ children }) {
  return children;
}
