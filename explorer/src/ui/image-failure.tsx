/** Says that an image could not be created. */
export function ImageFailure() {
  return (
    <p className="small down" role="alert">
      The image could not be created. Try again.
    </p>
  );
}
