/** Where the tests in the browser find the product; its build knows the port too, for New Eden's sake. */
export const PORT = Number(process.env["PORT"] ?? 4273);
