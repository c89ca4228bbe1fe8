/** A company's network: one proxy leads out of it, and opens https with certificates of the company's own authority. */
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import { createCA, createCert } from "mkcert";

export interface CompanyNetwork {
  /** The proxy's host and port. */
  readonly proxy: string;
  /** The certificate of the company's authority, as PEM. */
  readonly authority: string;
  /** What the proxy was asked to connect to, and with which credentials. */
  readonly asked: { readonly target: string | undefined; readonly credentials: string | undefined }[];
  /** The status with which the proxy refuses. Undefined if it connects. */
  refusal: number | undefined;
  close(): Promise<void>;
}

/** @param answer The one service there is, whatever its name. */
export async function openCompanyNetwork(domain: string, answer: RequestListener): Promise<CompanyNetwork> {
  const ca = await createCA({ organization: "Company", countryCode: "US", state: "-", locality: "-", validity: 1 });
  const service = createHttpsServer(await createCert({ ca, domains: [domain], validity: 1 }), answer);
  const servicePort = await listen(service);
  const asked: CompanyNetwork["asked"] = [];
  const sockets = new Set<Socket>();
  const proxy = createHttpServer((_request, response) => response.writeHead(400).end());
  proxy.on("connect", ({ url, headers }, socket: Socket) => {
    asked.push({ target: url, credentials: headers["proxy-authorization"] });
    if (network.refusal !== undefined) return void socket.end(`HTTP/1.1 ${network.refusal} Refused\r\n\r\n`);
    const onward = connect(servicePort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) sockets.add(each.on("error", () => each.destroy()));
  });
  const network: CompanyNetwork = {
    proxy: `127.0.0.1:${await listen(proxy)}`,
    authority: ca.cert,
    asked,
    refusal: undefined,
    async close() {
      for (const each of sockets) each.destroy();
      await Promise.all([service, proxy].map((each) => new Promise((closed) => each.close(closed))));
    },
  };
  return network;
}

function listen(server: Server): Promise<number> {
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)));
}
