import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Java {
    static final String secret = "whsec_your_signing_secret";
    static final long toleranceSeconds = 300;

    static boolean isFromDakiya(Headers headers, byte[] body) throws Exception {
        var id = headers.getFirst("webhook-id");
        var timestamp = headers.getFirst("webhook-timestamp");
        var signatures = headers.getFirst("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return false;
        if (!timestamp.matches("\\d{1,12}")) return false;
        var now = System.currentTimeMillis() / 1000;
        var age = Math.abs(now - Long.parseLong(timestamp));
        if (age > toleranceSeconds) return false;

        var encodedKey = secret.substring("whsec_".length());
        var key = Base64.getDecoder().decode(encodedKey);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        var start = id + "." + timestamp + ".";
        mac.update(start.getBytes(StandardCharsets.UTF_8));
        var digest = Base64.getEncoder().encodeToString(mac.doFinal(body));
        var expected = ("v1," + digest).getBytes(StandardCharsets.UTF_8);
        // There are several while a secret is being rotated: one must match.
        for (var signature : signatures.split(" ")) {
            var given = signature.getBytes(StandardCharsets.UTF_8);
            if (MessageDigest.isEqual(given, expected)) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(8080), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try (exchange) {
                // The bytes as they came: JSON that is parsed and written
                // again differs. Events are far smaller; a longer body only
                // fails the check.
                var body = exchange.getRequestBody().readNBytes(1_000_000);
                var headers = exchange.getRequestHeaders();
                if (!isFromDakiya(headers, body)) {
                    exchange.sendResponseHeaders(400, -1);
                    return;
                }
                // An event may come twice. Keep the ids that you have handled.
                var id = headers.getFirst("webhook-id");
                var event = new String(body, StandardCharsets.UTF_8);
                System.out.println(id + " " + event);
                exchange.sendResponseHeaders(204, -1);
            } catch (Exception error) {
                System.err.println("Not received: " + error);
            }
        });
        server.start();
    }
}
