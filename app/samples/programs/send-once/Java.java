import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

public class Java {
    public static void main(String[] args) throws Exception {
        var url = "https://dakiya.example/api/v1/messages/send-message";

        var request = HttpRequest.newBuilder(URI.create(url))
            .header("x-api-id", "dk_your_api_id")
            .header("x-api-key", "sk_your_api_key")
            .header("content-type", "application/json")
            // The same in every try: however many arrive, one message is sent.
            .header("idempotency-key", "order-1042-shipped")
            .timeout(Duration.ofSeconds(10))
            .POST(BodyPublishers.ofString("""
                {
                  "recipient": "9876543210",
                  "message": "Your order has been shipped."
                }"""))
            .build();

        var client = HttpClient.newHttpClient();
        HttpResponse<String> response = null;
        for (int seconds : new int[] {0, 1, 2, 4}) {
            Thread.sleep(seconds * 1000);
            try {
                response = client.send(request, BodyHandlers.ofString());
                if (response.statusCode() < 500) break;
            } catch (IOException error) {
                System.err.println("No answer: " + error);
            }
        }

        if (response == null) System.exit(1);
        System.out.println(response.body());
        if (response.statusCode() >= 400) System.exit(1);
    }
}
