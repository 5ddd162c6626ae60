// Shows the OpenAPI document of this server, and nothing of any other.
SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  displayOperationId: false,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  validatorUrl: null,
  supportedSubmitMethods: ["get", "post", "put", "patch", "delete"],
});
